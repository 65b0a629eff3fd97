public import BaseValues
public import PlanModel
public import TimelineModel

/// A kind of transition between two clips of a track.
public struct TransitionKind: PictureKind {
  /// The shipped kinds, one file each, in the order of the reference.
  public static let all: [TransitionKind] = [
    .dissolve, .additive, .distance, .dither, .desaturate, .mosaic, .streak, .dip, .push, .cover,
    .reveal,
    .squeeze, .zoom, .wipe, .overlay,
  ]

  /// What projects call it.
  public let name: String
  /// What other programs call it, without case, hyphens and spaces.
  public let otherNames: [String]
  /// What it does, in Markdown.
  public let summary: String
  /// In the order of the reference; each name once.
  public let parameters: [ParameterDescription]
  /// Groups of parameters of which at most one is given.
  public let exclusive: [[String]]
  /// Whether the media that a parameter names is played; else its first picture is an order.
  public var playsMedia: Bool { parameters.contains { $0.type == .media && $0.isRequired } }
  /// Lets the pictures' geometry, coverage and share follow the progress.
  public let lower: @Sendable (inout TransitionContext) -> Void

  /// A kind; `lower` must not trap for any values within the parameters' ranges.
  public init(
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
public struct TransitionContext: Sendable {
  /// The transition's own: of what is neither of its pictures.
  public let origin: PlanOrigin
  /// The values of the kind's parameters.
  public let choice: KindChoice
  /// In pixels; the canvas that pictures move on.
  public let output: Size
  /// Of each frame, within 0…1, eased.
  public let progress: [Progress]
  /// Whether the progress is eased: what moves slows down, so that steps of whole pixels would be seen.
  public let isEased: Bool
  /// The outgoing picture, at rest before; `nil` where there is none.
  public var from: PictureInput?
  /// The incoming picture, in the same way.
  public var to: PictureInput?
  /// The picture that a parameter names, on the whole canvas.
  public var picture: PlannedMask?
  /// What is played of the media that a parameter names, over the same frames, on the whole canvas.
  public var played: PictureInput?
  /// What lies above both pictures.
  public var above: PictureLayer?
  /// The plan's masks.
  public var masks = MaskTable()

  /// The pictures as they are without the transition.
  public init(
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
public struct MaskTable: Sendable {
  /// A `MaskID` is an index in this list.
  public private(set) var masks: [PlannedMask] = []
  private var ids: [PlannedMask: MaskID] = [:]

  /// No masks.
  public init() {}

  /// The place of a mask, which is added where it is missing.
  public mutating func id(of mask: PlannedMask) -> MaskID {
    if let id = ids[mask] { return id }
    let id = MaskID(masks.count)
    masks.append(mask)
    ids[mask] = id
    return id
  }
}
