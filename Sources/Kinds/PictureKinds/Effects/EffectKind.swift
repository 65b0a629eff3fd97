package import BaseValues
package import Raster
package import TimelineModel

/// A kind of change of a picture: of its colours, the same for every pixel, or of the picture as a whole.
package struct EffectKind: PictureKind {
  /// What is done in one frame.
  package enum Change: Sendable {
    /// The same to every pixel; those in a row are done at once.
    case colors(ColorChange)
    /// With what is around a pixel, or by its place.
    case image(ImageFilter)
    /// Some of it is made transparent; those in a row are one.
    case mask(PictureMask)
  }

  /// The shipped kinds, one file each, in the order of the reference.
  package static let all: [EffectKind] = [
    .exposure, .contrast, .brightness, .saturation, .vibrance, .hue, .temperature, .liftGammaGain,
    .cdl, .lut, .curves, .levels, .channelMixer, .blackAndWhite, .sepia, .invert, .posterize,
    .threshold,
    .blur, .boxBlur, .directionalBlur, .zoomBlur, .sharpen, .pixelate, .vignette, .grain, .glow,
    .mask, .chromaKey, .lumaKey, .border, .shadow,
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
  /// Whether the number of the frame, counted from the item's start, decides too.
  package let isSeeded: Bool
  /// Whether what it does depends on which light codes mean, as all that changes colours does.
  private let meansCodes: Bool
  private let findIdle: @Sendable (KindChoice) -> [(parameter: String, reason: String)]
  private let makeChange: @Sendable (EffectValues) -> Change

  /// A kind that changes colours. `change` must not trap for any values within the parameters' ranges.
  package init(
    _ name: String, _ summary: String, alsoCalled otherNames: [String] = [],
    parameters: [ParameterDescription] = [],
    change: @escaping @Sendable (EffectValues) -> ColorChange
  ) {
    self.init(name, summary, otherNames, parameters, isSeeded: false, meansCodes: true) {
      .colors(change($0))
    }
  }

  /// A kind that changes pictures, in the same way.
  ///
  /// - Parameters:
  ///   - meansCodes: whether what it does depends on which light codes mean; else it only moves, mixes and covers.
  ///   - idle: parameters that change nothing beside other values, and why.
  package init(
    _ name: String, _ summary: String, alsoCalled otherNames: [String] = [],
    parameters: [ParameterDescription] = [], isSeeded: Bool = false, meansCodes: Bool = false,
    idle: @escaping @Sendable (KindChoice) -> [(parameter: String, reason: String)] = { _ in [] },
    filter: @escaping @Sendable (EffectValues) -> ImageFilter
  ) {
    self.init(
      name, summary, otherNames, parameters, isSeeded: isSeeded, meansCodes: meansCodes, idle: idle
    ) {
      .image(filter($0))
    }
  }

  /// A kind that makes some of a picture transparent, in the same way.
  ///
  /// - Parameter idle: parameters that change nothing beside other values, and why.
  package init(
    _ name: String, _ summary: String, alsoCalled otherNames: [String] = [],
    parameters: [ParameterDescription] = [], exclusive: [[String]] = [],
    idle: @escaping @Sendable (KindChoice) -> [(parameter: String, reason: String)] = { _ in [] },
    mask: @escaping @Sendable (EffectValues) -> PictureMask
  ) {
    self.init(
      name, summary, otherNames, parameters, exclusive: exclusive, isSeeded: false, idle: idle
    ) { .mask(mask($0)) }
  }

  private init(
    _ name: String, _ summary: String, _ otherNames: [String],
    _ parameters: [ParameterDescription], exclusive: [[String]] = [], isSeeded: Bool,
    meansCodes: Bool = false,
    idle: @escaping @Sendable (KindChoice) -> [(parameter: String, reason: String)] = { _ in [] },
    change: @escaping @Sendable (EffectValues) -> Change
  ) {
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.parameters = parameters
    self.exclusive = exclusive
    self.isSeeded = isSeeded
    self.meansCodes = meansCodes
    findIdle = idle
    makeChange = change
  }

  /// Parameters that change nothing beside the values of others, and why: `an ellipse has no corners`.
  package func idleParameters(_ choice: KindChoice) -> [(parameter: String, reason: String)] {
    findIdle(choice)
  }

  /// The integers that decide what is done in a frame, always as many, from the parameters' values
  /// there. Pictures are kept by them.
  ///
  /// - Parameter frame: counted from the item's start.
  package func lower(_ choice: KindChoice, frame: Int = 0) -> [Int] {
    parameters.flatMap { parameter in
      parameter.numbers(of: choice[parameter.name] ?? parameter.defaultValue)
    } + (isSeeded ? [frame] : [])
  }

  /// How many integers decide what is done.
  package var numberCount: Int { lower(choice { _ in nil }).count }

  /// Whether it does what is said of it in a movie of a colour. In HDR that is what does not depend on which light
  /// codes mean; files of colours are made for BT.709 alone.
  package func works(in color: PictureColor) -> Bool {
    switch color {
    case .sdr: true
    case .p3: !takesMedia
    case .hdr10, .hlg: !meansCodes
    }
  }

  /// Whether one of its parameters names a file of colours, which plans name beside the integers.
  package var takesMedia: Bool { parameters.contains { $0.type == .media } }

  /// What is done by those integers; others may come from a file.
  ///
  /// - Parameters:
  ///   - look: what the media makes of colours that a parameter names.
  ///   - color: what the codes of the pictures mean.
  package func change(
    _ numbers: [Int], look: ColorLook = ColorLook([]), of color: PictureColor = .sdr
  ) -> Change {
    makeChange(EffectValues(parameters, numbers, look: look, color: color))
  }

  /// What people read of a frame's integers: `exposure stops 0.5`.
  ///
  /// - Parameter media: what is said of the media that a parameter names.
  package func label(_ numbers: [Int], media: String? = nil) -> String {
    let values = EffectValues(parameters, numbers)
    let choice = KindChoice(
      name,
      parameters.compactMap { parameter in
        values.value(of: parameter).map { KindChoice.Argument(parameter.name, $0) }
      })
    // What another value replaces, or what changes nothing beside it.
    var silent = Set(idleParameters(choice).map(\.parameter))
    for group in exclusive {
      let given = group.filter { name in
        choice[name].map { $0 != parameters.first { $0.name == name }?.defaultValue } ?? false
      }
      if !given.isEmpty { silent.formUnion(group.filter { !given.contains($0) }) }
    }
    return parameters.reduce(media.map { "\(name) \($0)" } ?? name) { label, parameter in
      // What is not so needs no word.
      guard let value = values.value(of: parameter), value != .flag(false),
        !silent.contains(parameter.name)
      else { return label }
      return KindChoice(label, [.init(parameter.name, value)]).label
    }
  }
}
