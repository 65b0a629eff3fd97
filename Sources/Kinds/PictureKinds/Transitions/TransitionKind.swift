package import BaseValues
package import PlanModel
package import TimelineModel

/// A kind of transition between two clips of a track.
package struct TransitionKind: PictureKind {
  /// The shipped kinds, one file each, in the order of the reference.
  package static let all: [TransitionKind] = [
    .dissolve, .additive, .distance, .dither, .desaturate, .mosaic, .streak, .dip, .push, .cover,
    .reveal,
    .squeeze, .zoom, .wipe, .overlay,
  ]

  /// What projects call it.
  package let name: String
  /// What other programs call it, without case, hyphens and spaces.
  package let otherNames: [String]
  /// What it does, in Markdown.
  package let summary: String
  /// In the order of the reference; each name once.
  package let parameters: [ParameterDescription]
  /// Groups of parameters of which at most one is given.
  package let exclusive: [[String]]
  /// Whether the media that a parameter names is played; else its first picture is an order.
  package var playsMedia: Bool { parameters.contains { $0.type == .media && $0.isRequired } }
  /// Lets the pictures' geometry, coverage and share follow the progress.
  package let lower: @Sendable (inout TransitionContext) -> Void

  /// A kind; `lower` must not trap for any values within the parameters' ranges.
  package init(
    _ name: String, _ summary: String, alsoCalled otherNames: [String] = [],
    parameters: [ParameterDescription] = [], exclusive: [[String]] = [],
    lower: @escaping @Sendable (inout TransitionContext) -> Void
  ) {
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.parameters = parameters
    self.exclusive = exclusive
    self.lower = lower
  }
}

/// A transition over the frames of a segment: what its kind reads and changes.
package struct TransitionContext: Sendable {
  /// The transition's own: of what is neither of its pictures.
  package let origin: PlanOrigin
  /// The values of the kind's parameters.
  package let choice: KindChoice
  /// In pixels; the canvas that pictures move on.
  package let output: Size
  /// Of each frame, within 0…1, eased.
  package let progress: [Progress]
  /// Whether the progress is eased: what moves slows down, so that steps of whole pixels would be seen.
  package let isEased: Bool
  /// The outgoing picture, at rest before; `nil` where there is none.
  package var from: PictureInput?
  /// The incoming picture, in the same way.
  package var to: PictureInput?
  /// The picture that a parameter names, on the whole canvas.
  package var picture: PlannedMask?
  /// What is played of the media that a parameter names, over the same frames, on the whole canvas.
  package var played: PictureInput?
  /// What lies above both pictures.
  package var above: PictureLayer?
  /// The plan's masks.
  package var masks = MaskTable()

  /// The pictures as they are without the transition.
  package init(
    origin: PlanOrigin, choice: KindChoice, output: Size, progress: [Progress],
    isEased: Bool = false, from: PictureInput?, to: PictureInput?
  ) {
    self.origin = origin
    self.choice = choice
    self.output = output
    self.progress = progress
    self.isEased = isEased
    self.from = from
    self.to = to
  }
}

/// The masks of a plan, each once, in the order of first use.
package struct MaskTable: Sendable {
  /// A `MaskID` is an index in this list.
  package private(set) var masks: [PlannedMask] = []
  private var ids: [PlannedMask: MaskID] = [:]

  /// No masks.
  package init() {}

  /// The place of a mask, which is added where it is missing.
  package mutating func id(of mask: PlannedMask) -> MaskID {
    if let id = ids[mask] { return id }
    let id = MaskID(masks.count)
    masks.append(mask)
    ids[mask] = id
    return id
  }
}
