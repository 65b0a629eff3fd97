package import Diagnostics
package import BaseValues

/// The place of an item in `Timeline.media`.
package struct MediaID: Hashable, Comparable, Sendable {
  /// From 0, in the order of the file.
  package let index: Int

  /// The item at an index; it need not exist.
  package init(_ index: Int) { self.index = index }

  /// Whether `a` is written before `b` in the project.
  package static func < (a: MediaID, b: MediaID) -> Bool { a.index < b.index }
}

/// One entry of the project's `media`: a name and what stands behind it.
package struct MediaItem: Sendable {
  /// Its own index in `Timeline.media`.
  package let id: MediaID
  /// The key under `media`; no other item has it.
  package var name: String
  /// Where the name stands in the project file.
  package var nameRange: SourceRange
  /// Where the value (path, filter text, …) stands in the project file.
  package var valueRange: SourceRange
  /// Where the path of a file, or of numbered pictures, stands in the project file, quotes included;
  /// `.none` for others.
  package var pathRange = SourceRange.none
  /// As written: no file has been looked at.
  package var content: MediaContent
  /// How the pictures are meant; counts for files and sequences only.
  package var reading: Interpretation
  /// What is done where it is damaged; counts for files only.
  package var onDamage: DamagePolicy
  /// Whether something names it that a condition leaves out.
  package var isNamedWhereLeftOut = false
  /// The keys about its pictures that are written in it, with the places of their values.
  package var keys: [Located<String>]

  /// An item as written, without facts about it.
  package init(
    id: MediaID, name: String, nameRange: SourceRange, valueRange: SourceRange,
    content: MediaContent, reading: Interpretation = Interpretation(),
    onDamage: DamagePolicy = .error, keys: [Located<String>] = []
  ) {
    self.id = id
    self.name = name
    self.nameRange = nameRange
    self.valueRange = valueRange
    self.content = content
    self.reading = reading
    self.onDamage = onDamage
    self.keys = keys
  }
}

/// What a media item is made of.
package enum MediaContent: Hashable, Sendable {
  /// A movie, sound or still image file. The path is as written, relative to the project file.
  /// Streams are counted from 0 among those of their kind; `nil` takes the file's default.
  case file(path: String, videoStream: Int?, audioStream: AudioSelection?)
  /// Numbered pictures.
  case sequence(ImageSequence)
  /// One colour over the whole output picture, without end.
  case color(Color)
  /// A built-in generator, without end.
  case generator(Generator)
  /// A libavfilter source graph, for example `testsrc2=size=640x360:rate=25`.
  case filter(String)
  /// A file of colours: a LUT or a CDL. The path is as a file's; `id` says which correction of a
  /// collection.
  case look(path: String, id: String?)
  /// A file of captions; the path is as a file's, and the encoding `nil` where it is found out.
  case captions(path: String, encoding: String?)
  /// Another project, or a group of this one; an index in `Timeline/edits`.
  case edit(Int)
  /// What clips make of a file, of numbered pictures or of a filter's.
  indirect case filtered(FilteredContent)
  /// What tracks and clips make of pictures that are composed.
  case canvasFilter(CanvasFilter)
  /// What tracks and clips make of their sound.
  case audioFilter(AudioFilter)
}

extension MediaContent {
  /// Whether it is a QR code, which keeps its shape.
  package var isCode: Bool {
    if case .generator(.qr) = self { true } else { false }
  }

  /// What is behind the chain of filters, where there is one.
  package var unfiltered: MediaContent {
    if case .filtered(let filtered) = self { filtered.source } else { self }
  }

  /// The same without a chain: what can go through one is a source of pictures in a file or of a
  /// filter.
  package var canBeFiltered: Bool {
    switch self {
    case .file, .sequence, .filter: true
    case .color, .generator, .look, .captions, .edit, .filtered, .canvasFilter, .audioFilter: false
    }
  }
}

/// A chain of libavfilter for composed pictures, each by itself.
package struct CanvasFilter: Hashable, Sendable {
  /// libavfilter's text for it.
  package var chain: String
  /// The canvas that it is tried out with.
  package var size: Size

  /// A chain; nothing is checked.
  package init(chain: String, size: Size) {
    self.chain = chain
    self.size = size
  }
}

/// A chain of libavfilter for sound in the movie's form.
package struct AudioFilter: Hashable, Sendable {
  /// libavfilter's text for it.
  package var chain: String
  /// Samples a second of what goes in and comes out.
  package var sampleRate: Int
  /// Of what goes in and comes out.
  package var channels: Int
  /// Seconds that it remembers; `nil` for all.
  package var memory: Rational?

  /// A chain; nothing is checked.
  package init(chain: String, sampleRate: Int, channels: Int, memory: Rational?) {
    self.chain = chain
    self.sampleRate = sampleRate
    self.channels = channels
    self.memory = memory
  }
}

/// A chain of libavfilter behind another content.
package struct FilteredContent: Hashable, Sendable {
  /// The pictures that go through the chain: a file, numbered pictures or a filter.
  package var source: MediaContent
  /// libavfilter's text for it, for example `hqdn3d=4`.
  package var chain: String
  /// Whether the chain treats each picture by itself, and not as one of many.
  package var isAlone: Bool

  /// A chain; nothing is checked.
  package init(source: MediaContent, chain: String, isAlone: Bool) {
    self.source = source
    self.chain = chain
    self.isAlone = isAlone
  }
}

/// Which of a file's streams of sound are heard.
package enum AudioSelection: Hashable, Sendable {
  /// Streams counted from 0. Several of one channel each are put together in this order; with others
  /// among them, they are mixed.
  case streams([Int])
  /// All that can be heard, mixed.
  case all
  /// The stream in a language, by its code.
  case language(String)
}

/// Sources that Cutlist draws or sounds itself, the same on every machine.
package enum Generator: Hashable, Sendable {
  /// 75 % colour bars.
  case bars
  /// A linear gradient between two colours, left to right or top to bottom.
  case gradient(from: Color, to: Color, vertical: Bool)
  /// Any other gradient.
  case shading(Shading)
  /// The frame number as digits and as a machine-readable code, a flash on the first frame of each
  /// second and a beep with it. `clip` is the number (0…255) that the code carries beside it.
  case counter(clip: Int)
  /// A sine of `frequency` hertz at `level` (peak, millionths of full scale), and a beep
  /// on each second when `beep` is set.
  case tone(frequency: Int, level: Int, beep: Bool)
  /// A QR code: a square, unlike the others, which have the canvas's shape.
  case qr(QRSymbol)
  /// What the clip covers: the tracks below its own, on the background.
  case below

  /// Whether it can stand on a video track or in a title.
  package var hasPicture: Bool {
    switch self {
    case .bars, .gradient, .shading, .counter, .qr, .below: true
    case .tone: false
    }
  }

  /// Whether something can be seen through its picture.
  package var hasAlpha: Bool {
    switch self {
    case .gradient(let from, let to, _): from.alpha < 255 || to.alpha < 255
    case .shading(let shading): shading.stops.contains { $0.color.alpha < 255 }
    case .qr(let symbol): symbol.hasAlpha
    case .bars, .counter, .tone, .below: false
    }
  }

  /// The size of its picture on a canvas.
  package func size(on canvas: Size) -> Size {
    guard case .qr = self else { return canvas }
    let side = min(canvas.width, canvas.height)
    return Size(width: side, height: side)
  }

  /// Whether it can be heard.
  package var hasAudio: Bool {
    switch self {
    case .bars, .gradient, .shading, .qr, .below: false
    case .counter, .tone: true
    }
  }
}
