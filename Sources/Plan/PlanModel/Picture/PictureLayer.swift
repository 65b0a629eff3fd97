package import BaseValues
package import TimelineModel

/// What is drawn as one: a picture, or the two pictures of a transition.
///
/// The same type tells what a layer shows over the frames of a segment and, cut to one of them, what
/// it shows in that frame. Each sample of each plane becomes
///
///     from·wf + to·wt + below·(1 − αf·wf − αt·wt)
///
/// where w is an input's coverage times its opacity times its share, and α its alpha.
package struct PictureLayer: Hashable, Sendable {
  /// The clip or title layer, or the transition.
  package var origin: PlanOrigin
  /// What a person calls the transition, `push left` for example; empty for a picture alone.
  package var name: String
  /// How the inputs are blended with what is below.
  package var blendMode: BlendModeName
  /// One or two; in a transition the outgoing one first.
  package var inputs: [PictureInput]

  /// A layer of inputs in their order, the outgoing one of a transition first.
  package init(
    origin: PlanOrigin, name: String, inputs: [PictureInput], blendMode: BlendModeName = .normal
  ) {
    self.origin = origin
    self.name = name
    self.blendMode = blendMode
    self.inputs = inputs
  }

  /// A picture alone.
  package init(_ input: PictureInput, blendMode: BlendModeName = .normal) {
    var input = input
    input.side = .only
    self.init(origin: input.origin, name: "", inputs: [input], blendMode: blendMode)
  }

  /// The input of one side of a transition; `nil` where that shows nothing.
  package func input(_ side: PictureInput.Side) -> PictureInput? {
    inputs.first { $0.side == side }
  }

  /// The incoming picture's share where two are mixed, 0…32768; `nil` where each has all of it.
  package var mix: PerFrame<Int>? {
    let full = PerFrame.constant(PictureInput.one)
    if let to = input(.to)?.share, to != full || input(.from)?.share ?? full != full { return to }
    guard let from = input(.from)?.share, from != full else { return nil }
    return from.map { PictureInput.one - $0 }
  }

  /// What the layer shows but for groups, whose pictures stand in their place; in a transition the
  /// outgoing ones first.
  package var pictures: [PictureInput] { inputs.flatMap(\.pictures) }
}

/// One input of a layer: what it is, how strong and where.
package struct PictureInput: Hashable, Sendable {
  /// Which of a transition's inputs one is: the other may be missing.
  package enum Side: String, Hashable, Sendable, CaseIterable {
    case only, from, to
  }

  /// One in 1.15 fixed point.
  package static let one = 32768

  /// The clip or title layer, in a transition too.
  package var origin: PlanOrigin
  /// Which side of a transition it is, or that it stands alone.
  package var side: Side
  /// 0…32768
  package var opacity: PerFrame<Int>
  /// Decoded or drawn pictures, or layers composed on a canvas of their own.
  package var content: InputContent
  /// Done to the content in its own pixels, in this order.
  package var effects: [PlannedEffect]
  /// What it is seen through; at most one, of the canvas's size, and then no mask.
  package var mattes: [PlannedMatte] = []
  /// Where the content stands on the canvas, in each frame.
  package var geometry: PerFrame<Geometry>
  /// Where in the canvas the input is shown.
  package var coverage: PerFrame<Coverage>
  /// The input's part in a mix of two, 0…32768; one elsewhere.
  package var share: PerFrame<Int>

  /// An input that is opaque, unchanged and shown everywhere unless said otherwise.
  package init(
    origin: PlanOrigin, side: Side = .only, content: InputContent,
    opacity: PerFrame<Int> = .constant(PictureInput.one), geometry: PerFrame<Geometry>,
    effects: [PlannedEffect] = [], coverage: PerFrame<Coverage> = .constant(.all),
    share: PerFrame<Int> = .constant(PictureInput.one)
  ) {
    self.origin = origin
    self.side = side
    self.opacity = opacity
    self.content = content
    self.effects = effects
    self.geometry = geometry
    self.coverage = coverage
    self.share = share
  }

  /// Itself and, of a group, those in it.
  package var withNested: [PictureInput] {
    [self] + nestedLayers.flatMap(\.inputs).flatMap(\.withNested)
  }

  /// The layers of a group, and those that it is seen through.
  private var nestedLayers: [PictureLayer] {
    let seenThrough = mattes.flatMap(\.canvas.layers)
    if case .group(let group) = content { return group.layers + seenThrough }
    return seenThrough
  }

  /// Itself, or the pictures of a group; with those that it is seen through.
  package var pictures: [PictureInput] {
    let nested = nestedLayers.flatMap(\.pictures)
    if case .group = content { return nested }
    return [self] + nested
  }

  /// The same picture at several moments, of which the input shows the mean; itself alone where it
  /// shows one.
  package var moments: [PictureInput] {
    guard case .group(let group) = content, group.isMean,
      group.layers[0].inputs.allSatisfy({ $0.origin == origin })
    else { return [self] }
    return group.layers[0].inputs.flatMap(\.moments)
  }

  /// What it shows in each frame; `nil` for a group.
  package var picture: PerFrame<PictureContent>? {
    if case .picture(let picture) = content { picture } else { nil }
  }
}

/// Layers through whose light or alpha an input is seen.
package struct PlannedMatte: Hashable, Sendable {
  /// What of the layers counts.
  package enum Channel: String, Hashable, Sendable, CaseIterable {
    /// All is seen where they are opaque, nothing where they are transparent.
    case alpha
    /// All is seen where they are white, nothing where they are black or transparent.
    case luma
    case alphaInverted = "alpha-inverted"
    case lumaInverted = "luma-inverted"

    /// Whether all is seen where there are no layers.
    package var isInverted: Bool { self == .alphaInverted || self == .lumaInverted }
  }

  /// What of the layers counts.
  package var channel: Channel
  /// Where the layers are, which are not seen themselves.
  package var canvas: Composition

  /// Layers that are looked through.
  package init(_ channel: Channel, of canvas: Composition) {
    self.channel = channel
    self.canvas = canvas
  }
}

/// What an input shows.
package enum InputContent: Hashable, Sendable {
  case picture(PerFrame<PictureContent>)
  case group(Composition)
}

/// Layers on a canvas of their own, which is transparent where they are not.
package struct Composition: Hashable, Sendable {
  /// In pixels of the canvas, which the input's geometry puts on the output.
  package var size: Size
  /// From back to front. Their places are on this canvas.
  package var layers: [PictureLayer]

  /// Whether it is the mean of two pictures, as of the moments of one that moves.
  package var isMean: Bool {
    let half = PerFrame.constant(PictureInput.one / 2)
    return layers.count == 1 && layers[0].inputs.count == 2
      && layers[0].inputs.allSatisfy { $0.share == half }
  }

  /// Layers from back to front on a transparent canvas.
  package init(size: Size, layers: [PictureLayer]) {
    self.size = size
    self.layers = layers
  }
}

/// A change of a picture, by the name it has in the registry of effects.
package struct PlannedEffect: Hashable, Sendable {
  /// How many samples farther than a picture an effect may reach.
  package static let widestMargin = 2048
  /// The name of a chain of filters for composed pictures. Its one parameter is the frame's number from
  /// the beginning of what has it.
  package static let filterName = "filter"

  /// Rendering refuses a name that it does not know.
  package var name: String
  /// The file of colours or the chain of filters that it does; `nil` for all other effects.
  package var media: MediaID?
  /// As many as the effect has.
  package var parameters: [PerFrame<Int>]

  /// An effect; `parameters` in the order in which it counts them.
  package init(name: String, media: MediaID? = nil, parameters: [PerFrame<Int>]) {
    self.name = name
    self.media = media
    self.parameters = parameters
  }
}
