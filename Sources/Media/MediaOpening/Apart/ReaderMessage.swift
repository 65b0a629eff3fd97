package import Diagnostics
package import LibAV

/// What a reading process is asked for.
package enum ReaderRequest {
  /// Runs a graph of filters from output `first` on.
  case filter(text: String, first: Int)
  /// Tells how many pictures or samples a graph gives, as ``FilterLength``.
  case length(text: String)
  /// Tells what is known of a file.
  case file(path: String, writtenPath: String, video: Int?)
  /// Runs pictures or sound through a chain of filters: each ``ReaderMessage/opened(_:)`` that is sent makes
  /// the chain anew for what it tells the form of, each picture or block goes in, and
  /// ``ReaderMessage/ended`` says that there are no more. All three are answered by what comes out and
  /// ``ReaderMessage/ended``, the first one by what will come out before. Pictures come out in a format
  /// where one is named.
  case chain(text: String, format: String?)

  func encoded(_ limits: OpeningLimits) -> [UInt8] {
    var writer = RecordWriter()
    writer.add(limits.seconds)
    writer.add(limits.memory)
    switch self {
    case .filter(let text, let first):
      writer.add(0)
      writer.add(text)
      writer.add(first)
    case .length(let text):
      writer.add(2)
      writer.add(text)
    case .file(let path, let writtenPath, let video):
      writer.add(1)
      writer.add(path)
      writer.add(writtenPath)
      writer.add(optional: video) { $0.add($1) }
    case .chain(let text, let format):
      writer.add(3)
      writer.add(text)
      writer.add(format ?? "")
    }
    return writer.bytes
  }

  package static func decoded(
    _ bytes: [UInt8]
  ) throws(DamagedRecord) -> (request: ReaderRequest, limits: OpeningLimits) {
    var reader = RecordReader(bytes, from: 0)
    let limits = OpeningLimits(
      seconds: try reader.int(in: 1...Int64(OpeningLimits.mostSeconds)),
      memory: try reader.int(in: Int64(OpeningLimits.leastMemory)...1 << 50))
    switch try reader.number(in: 0...3) {
    case 0:
      let text = try reader.text()
      return (.filter(text: text, first: try reader.int(in: 0...1 << 40)), limits)
    case 2: return (.length(text: try reader.text()), limits)
    case 3:
      let (text, format) = (try reader.text(), try reader.text())
      return (.chain(text: text, format: format.isEmpty ? nil : format), limits)
    default: break
    }
    let (path, writtenPath) = (try reader.text(), try reader.text())
    let video = try reader.optional { (reader) throws(DamagedRecord) in
      try reader.int(in: 0...1 << 20)
    }
    return (.file(path: path, writtenPath: writtenPath, video: video), limits)
  }
}

/// What a reading process answers. Bytes of pictures, sound and records follow the message.
package enum ReaderMessage {
  case opened(FilterGraph.Output)
  case picture(Picture)
  case sound(Sound)
  case ended
  /// A failure, with the negative status where it is libav's, and what that said.
  case failed(status: Int32?, lines: [String])
  /// A record of ``FactsFile``.
  case facts(contentHash: String, byteCount: Int)
  case problem(Diagnostic)
  /// `nil` where there is no end, or none was found.
  case length(Int?)

  package struct Picture {
    package var format: String
    package var width: Int
    package var height: Int
    package var timestamp: Int64?
    package var colour: ColorTags
    package var sampleAspect: Fraction
    package var isInterlaced: Bool
    package var isTopFieldFirst: Bool
    package var byteCount: Int
  }

  package struct Sound {
    package var format: AudioFormat
    package var sampleCount: Int
    package var timestamp: Int64?
    package var byteCount: Int
  }

  /// Longest message, without the bytes that follow.
  static let longest = 1 << 20
}

extension ReaderMessage.Picture {
  package init(_ frame: borrowing VideoFrame, byteCount: Int) {
    self.init(
      format: frame.formatName, width: frame.width, height: frame.height,
      timestamp: frame.timestamp, colour: frame.colour, sampleAspect: frame.sampleAspect,
      isInterlaced: frame.isInterlaced, isTopFieldFirst: frame.isTopFieldFirst,
      byteCount: byteCount)
  }
}

extension ReaderMessage.Picture {
  /// The picture itself.
  ///
  /// - Parameter fill: reads the bytes that follow; false where they do not come.
  package func frame(
    fill: (UnsafeMutableRawBufferPointer) -> Bool
  ) throws(LibAVError) -> VideoFrame {
    var frame = try unsafe VideoFrame(
      packed: format, width: width, height: height, byteCount: byteCount, fill: fill)
    frame.timestamp = timestamp
    frame.colour = colour
    frame.sampleAspect = sampleAspect
    frame.isInterlaced = isInterlaced
    frame.isTopFieldFirst = isTopFieldFirst
    return frame
  }
}

extension ReaderMessage.Sound {
  package init(_ frame: borrowing AudioFrame, byteCount: Int) {
    self.init(
      format: frame.audioFormat, sampleCount: frame.sampleCount, timestamp: frame.timestamp,
      byteCount: byteCount)
  }

  /// The block itself.
  ///
  /// - Parameter fill: reads the bytes that follow; false where they do not come.
  package func frame(
    fill: (UnsafeMutableRawBufferPointer) -> Bool
  ) throws(LibAVError) -> AudioFrame {
    var frame = try unsafe AudioFrame(
      packed: format, sampleCount: sampleCount, byteCount: byteCount, fill: fill)
    frame.timestamp = timestamp
    return frame
  }
}

// MARK: - Bytes

extension ReaderMessage {
  package var encoded: [UInt8] {
    var writer = RecordWriter()
    switch self {
    case .opened(let output):
      writer.add(0)
      writer.add(output.kind == .video ? 0 : output.kind == .audio ? 1 : 2)
      for fraction in [output.timeBase, output.frameRate, output.sampleAspect] {
        writer.add(fraction)
      }
      writer.add(output.format)
      for number in [output.width, output.height, output.sampleRate] { writer.add(number) }
      writer.add(output.layout)
    case .picture(let picture):
      writer.add(1)
      writer.add(picture.format)
      for number in [picture.width, picture.height, picture.byteCount] { writer.add(number) }
      writer.add(optional: picture.timestamp) { $0.add($1) }
      writer.add(picture.colour)
      writer.add(picture.sampleAspect)
      writer.add(picture.isInterlaced)
      writer.add(picture.isTopFieldFirst)
    case .sound(let sound):
      writer.add(2)
      writer.add(sound.format.sampleFormat)
      writer.add(sound.format.layout)
      for number in [sound.format.sampleRate, sound.sampleCount, sound.byteCount] {
        writer.add(number)
      }
      writer.add(optional: sound.timestamp) { $0.add($1) }
    case .ended:
      writer.add(3)
    case .failed(let status, let lines):
      writer.add(4)
      writer.add(optional: status) { $0.add(Int64($1)) }
      writer.add(lines.count)
      for line in lines { writer.add(line) }
    case .facts(let contentHash, let byteCount):
      writer.add(5)
      writer.add(contentHash)
      writer.add(byteCount)
    case .problem(let diagnostic):
      writer.add(6)
      writer.add(diagnostic.id.rawValue)
      writer.add(diagnostic.message)
      for texts in [diagnostic.notes.map(\.message), diagnostic.fixes.map(\.message)] {
        writer.add(texts.count)
        for text in texts { writer.add(text) }
      }
    case .length(let length):
      writer.add(7)
      writer.add(optional: length) { $0.add($1) }
    }
    return writer.bytes
  }

  package static func decoded(_ bytes: [UInt8]) throws(DamagedRecord) -> ReaderMessage {
    var reader = RecordReader(bytes, from: 0)
    let message = try read(&reader)
    guard reader.isAtEnd else { throw DamagedRecord() }
    return message
  }

  private static func read(_ reader: inout RecordReader) throws(DamagedRecord) -> ReaderMessage {
    let side: ClosedRange<Int64> = 0...1 << 20
    let size: ClosedRange<Int64> = 0...1 << 32
    switch try reader.number(in: 0...7) {
    case 0:
      let kinds: [StreamDescription.Kind] = [.video, .audio, .other]
      let kind = kinds[try reader.int(in: 0...2)]
      let (timeBase, frameRate) = (try reader.fraction(), try reader.fraction())
      let aspect = try reader.fraction()
      let format = try reader.text()
      let (width, height) = (try reader.int(in: side), try reader.int(in: side))
      let rate = try reader.int(in: 0...Int64(Int32.max))
      return .opened(
        FilterGraph.Output(
          kind: kind, timeBase: timeBase, frameRate: frameRate, format: format, width: width,
          height: height, sampleAspect: aspect, sampleRate: rate, layout: try reader.text()))
    case 1:
      let format = try reader.text()
      let (width, height) = (try reader.int(in: side), try reader.int(in: side))
      let count = try reader.int(in: size)
      let timestamp = try reader.optional { (reader) throws(DamagedRecord) in try reader.number() }
      let colour = try reader.colour()
      let aspect = try reader.fraction()
      return .picture(
        Picture(
          format: format, width: width, height: height, timestamp: timestamp,
          colour: colour, sampleAspect: aspect,
          isInterlaced: try reader.flag(), isTopFieldFirst: try reader.flag(), byteCount: count))
    case 2:
      let (format, layout) = (try reader.text(), try reader.text())
      let rate = try reader.int(in: 1...Int64(Int32.max))
      let samples = try reader.int(in: 1...1 << 24)
      let count = try reader.int(in: size)
      return .sound(
        Sound(
          format: AudioFormat(sampleFormat: format, layout: layout, sampleRate: rate),
          sampleCount: samples,
          timestamp: try reader.optional { (reader) throws(DamagedRecord) in try reader.number() },
          byteCount: count))
    case 3: return .ended
    case 4:
      let status = try reader.optional { (reader) throws(DamagedRecord) in
        Int32(try reader.int(in: Int64(Int32.min)...(-1)))
      }
      return .failed(status: status, lines: try reader.texts())
    case 5:
      let hash = try reader.text()
      return .facts(contentHash: hash, byteCount: try reader.int(in: 0...64 << 20))
    case 7:
      return .length(
        try reader.optional { (reader) throws(DamagedRecord) in try reader.int(in: 0...1 << 60) })
    default:
      let (id, message) = (try reader.text(), try reader.text())
      let (notes, fixes) = (try reader.texts(), try reader.texts())
      // It finds what is wrong with media and nothing else.
      guard id.hasPrefix("media-"), let id = MessageID(rawValue: id) else { throw DamagedRecord() }
      return .problem(
        Diagnostic(
          id: id, severity: .error, origin: .media, message: message,
          notes: notes.map { Note(message: $0) },
          fixes: fixes.map { Fix(message: $0) }))
    }
  }
}

extension RecordWriter {
  fileprivate mutating func add(_ fraction: Fraction) {
    add(Int64(fraction.numerator))
    add(Int64(fraction.denominator))
  }
}

extension RecordReader {
  fileprivate mutating func fraction() throws(DamagedRecord) -> Fraction {
    let range = Int64(Int32.min)...Int64(Int32.max)
    return Fraction(Int32(try int(in: range)), Int32(try int(in: range)))
  }

  fileprivate mutating func texts() throws(DamagedRecord) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try int(in: 0...100)) { texts.append(try text()) }
    return texts
  }
}
