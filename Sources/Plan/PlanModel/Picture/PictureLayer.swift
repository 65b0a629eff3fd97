public import BaseValues
public import TimelineModel

/// What is drawn as one: a picture, or the two pictures of a transition.
///
/// The same type tells what a layer shows over the frames of a segment and, cut to one of them, what
/// it shows in that frame. Each sample of each plane becomes
///
///     from·wf + to·wt + below·(1 − αf·wf − αt·wt)
///
/// where w is an input's coverage times its opacity times its share, and α its alpha.
public struct PictureLayer: Hashable, Sendable {
  /// The clip or title layer, or the transition.
  public var origin: PlanOrigin
  /// What a person calls the transition, `push left` for example; empty for a picture alone.
  public var name: String
  /// How the inputs are blended with what is below.
  public var blendMode: BlendModeName
  /// One or two; in a transition the outgoing one first.
  public var inputs: [PictureInput]

  /// A layer of inputs in their order, the outgoing one of a transition first.
  public init(
    origin: PlanOrigin, name: String, inputs: [PictureInput], blendMode: BlendModeName = .normal
  ) {
    self.origin = origin
    self.name = name
    self.blendMode = blendMode
    self.inputs = inputs
  }

  /// A picture alone.
  public init(_ input: PictureInput, blendMode: BlendModeName = .normal) {
    var input = input
    input.side = .only
    self.init(origin: input.origin, name: "", inputs: [input], blendMode: blendMode)
  }

  /// The input of one side of a transition; `nil` where that shows nothing.
  public func input(_ side: PictureInput.Side) -> PictureInput? {
    inputs.first { $0.side == side }
  }

  /// The incoming picture's share where two are mixed, 0…32768; `nil` where each has all of it.
  public var mix: PerFrame<Int>? {
    let full = PerFrame.constant(PictureInput.one)
    if let to = input(.to)?.share, to != full || input(.from)?.share ?? full != full { return to }
    guard let from = input(.from)?.share, from != full else { return nil }
    return from.map { PictureInput.one - $0 }
  }

  /// What the layer shows but for groups, whose pictures stand in their place; in a transition the
  /// outgoing ones first.
  public var pictures: [PictureInput] { inputs.flatMap(\.pictures) }
}

/// One input of a layer: what it is, how strong and where.
public struct PictureInput: Hashable, Sendable {
  /// Which of a transition's inputs one is: the other may be missing.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    case only, from, to
  }

  /// One in 1.15 fixed point.
  public static let one = 32768

  /// The clip or title layer, in a transition too.
  public var origin: PlanOrigin
  /// Which side of a transition it is, or that it stands alone.
  public var side: Side
  /// 0…32768
  public var opacity: PerFrame<Int>
  /// Decoded or drawn pictures, or layers composed on a canvas of their own.
  public var content: InputContent
  /// Done to the content in its own pixels, in this order.
  public var effects: [PlannedEffect]
  /// What it is seen through; at most one, of the canvas's size, and then no mask.
  public var mattes: [PlannedMatte] = []
  /// Where the content stands on the canvas, in each frame.
  public var geometry: PerFrame<Geometry>
  /// Where in the canvas the input is shown.
  public var coverage: PerFrame<Coverage>
  /// The input's part in a mix of two, 0…32768; one elsewhere.
  public var share: PerFrame<Int>

  /// An input that is opaque, unchanged and shown everywhere unless said otherwise.
  public init(
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
  public var moments: [PictureInput] {
    guard case .group(let group) = content, group.isMean,
      group.layers[0].inputs.allSatisfy({ $0.origin == origin })
    else { return [self] }
    return group.layers[0].inputs.flatMap(\.moments)
  }

  /// What it shows in each frame; `nil` for a group.
  public var picture: PerFrame<PictureContent>? {
    if case .picture(let picture) = content { picture } else { nil }
  }
}

/// Layers through whose light or alpha an input is seen.
public struct PlannedMatte: Hashable, Sendable {
  /// What of the layers counts.
  public enum Channel: String, Hashable, Sendable, CaseIterable {
    /// All is seen where they are opaque, nothing where they are transparent.
    case alpha
    /// All is seen where they are white, nothing where they are black or transparent.
    case luma
    case alphaInverted = "alpha-inverted"
    case lumaInverted = "luma-inverted"

    /// Whether all is seen where there are no layers.
    public var isInverted: Bool { self == .alphaInverted || self == .lumaInverted }
  }

  /// What of the layers counts.
  public var channel: Channel
  /// Where the layers are, which are not seen themselves.
  public var canvas: Composition

  /// Layers that are looked through.
  public init(_ channel: Channel, of canvas: Composition) {
    self.channel = channel
    self.canvas = canvas
  }
}

/// What an input shows.
public enum InputContent: Hashable, Sendable {
  case picture(PerFrame<PictureContent>)
  case group(Composition)
}

/// Layers on a canvas of their own, which is transparent where they are not.
public struct Composition: Hashable, Sendable {
  /// In pixels of the canvas, which the input's geometry puts on the output.
  public var size: Size
  /// From back to front. Their places are on this canvas.
  public var layers: [PictureLayer]

  /// Whether it is the mean of two pictures, as of the moments of one that moves.
  package var isMean: Bool {
    let half = PerFrame.constant(PictureInput.one / 2)
    return layers.count == 1 && layers[0].inputs.count == 2
      && layers[0].inputs.allSatisfy { $0.share == half }
  }

  /// Layers from back to front on a transparent canvas.
  public init(size: Size, layers: [PictureLayer]) {
    self.size = size
    self.layers = layers
  }
}

/// A change of a picture, by the name it has in the registry of effects.
public struct PlannedEffect: Hashable, Sendable {
  /// How many samples farther than a picture an effect may reach.
  package static let widestMargin = 2048
  /// The name of a chain of filters for composed pictures. Its one parameter is the frame's number from
  /// the beginning of what has it.
  public static let filterName = "filter"

  /// Rendering refuses a name that it does not know.
  public var name: String
  /// The file of colours or the chain of filters that it does; `nil` for all other effects.
  public var media: MediaID?
  /// As many as the effect has.
  public var parameters: [PerFrame<Int>]

  /// An effect; `parameters` in the order in which it counts them.
  public init(name: String, media: MediaID? = nil, parameters: [PerFrame<Int>]) {
    self.name = name
    self.media = media
    self.parameters = parameters
  }
}
