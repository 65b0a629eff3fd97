import MediaOpening
import BaseValues

extension FactsFile {
  static func write(_ writer: inout RecordWriter, _ details: FileDetails) {
    writer.add(details.format)
    writer.add(details.formatTitle)
    writer.add(optional: details.announcedDuration) { $0.add($1) }
    writer.add(optional: details.recorded) { $0.add($1) }
    writer.add(details.streams.count)
    for stream in details.streams { write(&writer, stream) }
    write(&writer, details.tags)
    writer.add(details.chapters.count)
    for chapter in details.chapters {
      writer.add(chapter.start)
      writer.add(chapter.title)
    }
    writer.add(optional: details.timecode) { $0.add($1) }
    writer.add(optional: details.coding, Self.write)
    writer.add(details.droppedSamples)
    writer.add(details.irregularities.count)
    for irregularity in details.irregularities {
      writer.add(irregularity.id.rawValue)
      writer.add(irregularity.message)
      writer.add(irregularity.ranges.count)
      for range in irregularity.ranges {
        writer.add(range.start)
        writer.add(range.end)
      }
    }
  }

  static func details(_ reader: inout RecordReader) throws(DamagedRecord) -> FileDetails {
    var details = FileDetails()
    details.format = try reader.text()
    details.formatTitle = try reader.text()
    details.announcedDuration = try reader.optional { (reader) throws(DamagedRecord) in
      try reader.rational()
    }
    details.recorded = try reader.optional { (reader) throws(DamagedRecord) in try reader.text() }
    for _ in 0..<(try reader.int(in: 0...1 << 20)) {
      details.streams.append(try stream(&reader))
    }
    details.tags = try tags(&reader)
    for _ in 0..<(try reader.int(in: 0...10_000)) {
      details.chapters.append(
        FileDetails.Chapter(start: try reader.rational(), title: try reader.text()))
    }
    details.timecode = try reader.optional(Self.text)
    details.coding = try reader.optional(Self.coding)
    details.droppedSamples = try reader.number(in: 0...1 << 48)
    for _ in 0..<(try reader.int(in: 0...1000)) {
      guard let id = FileDetails.Irregularity.ID(rawValue: try reader.text()) else {
        throw DamagedRecord()
      }
      var irregularity = FileDetails.Irregularity(id: id, message: try reader.text())
      for _ in 0..<(try reader.int(in: 0...1000)) {
        let (start, end) = (try reader.rational(), try reader.rational())
        guard let range = TimeRange(start: start, end: end) else { throw DamagedRecord() }
        irregularity.ranges.append(range)
      }
      details.irregularities.append(irregularity)
    }
    return details
  }

  // MARK: - Tags

  private static func write(_ writer: inout RecordWriter, _ tags: [FileDetails.Tag]) {
    writer.add(tags.count)
    for tag in tags {
      writer.add(tag.name)
      writer.add(tag.value)
    }
  }

  private static func tags(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> [FileDetails.Tag] {
    var tags: [FileDetails.Tag] = []
    for _ in 0..<(try reader.int(in: 0...1000)) {
      tags.append(FileDetails.Tag(name: try reader.text(), value: try reader.text()))
    }
    return tags
  }

  // MARK: - Streams

  private static func write(_ writer: inout RecordWriter, _ stream: FileDetails.Stream) {
    writer.add(stream.index)
    writer.add(stream.kind.rawValue)
    writer.add(optional: stream.number) { $0.add($1) }
    writer.add(stream.mediaType)
    writer.add(stream.codec)
    writer.add(optional: stream.profile) { $0.add($1) }
    writer.add(stream.isDefault)
    writer.add(optional: stream.language) { $0.add($1) }
    writer.add(optional: stream.title) { $0.add($1) }
    writer.add(stream.roles.count)
    for role in stream.roles { writer.add(role) }
    write(&writer, stream.tags)
    for number in [
      stream.byteCount, stream.width, stream.height, stream.sampleRate, stream.channels,
    ] {
      writer.add(number)
    }
    writer.add(stream.layout)
    writer.add(stream.sampleFormat)
  }

  private static func stream(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> FileDetails.Stream {
    let index = try reader.int(in: counted)
    guard let kind = FileDetails.Stream.Kind(rawValue: try reader.text()) else {
      throw DamagedRecord()
    }
    let number = try reader.optional { (reader) throws(DamagedRecord) in
      try reader.int(in: counted)
    }
    let (mediaType, codec) = (try reader.text(), try reader.text())
    let (profile, isDefault) = (try reader.optional(Self.text), try reader.flag())
    let (language, title) = (try reader.optional(Self.text), try reader.optional(Self.text))
    var roles: [String] = []
    for _ in 0..<(try reader.int(in: 0...100)) { roles.append(try reader.text()) }
    return FileDetails.Stream(
      index: index, kind: kind, number: number, mediaType: mediaType, codec: codec,
      profile: profile, isDefault: isDefault, language: language, title: title, roles: roles,
      tags: try tags(&reader), byteCount: try reader.int(in: 0...1 << 48),
      width: try reader.int(in: counted), height: try reader.int(in: counted),
      sampleRate: try reader.int(in: counted), channels: try reader.int(in: counted),
      layout: try reader.text(), sampleFormat: try reader.text())
  }

  private static let counted: ClosedRange<Int64> = 0...Int64(Int32.max)

  private static func text(_ reader: inout RecordReader) throws(DamagedRecord) -> String {
    try reader.text()
  }

  // MARK: - Coding

  private static func write(_ writer: inout RecordWriter, _ coding: FileDetails.Coding) {
    writer.add(coding.pixelFormat)
    writer.add(coding.bitDepth)
    for colours in [coding.tagged, coding.assumed] {
      writer.add(colours.tags)
    }
    writer.add(coding.isInterlaced)
    writer.add(coding.isTopFieldFirst)
    writer.add(optional: coding.profile) { $0.add($1) }
  }

  private static func coding(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> FileDetails.Coding {
    FileDetails.Coding(
      pixelFormat: try reader.text(), bitDepth: try reader.int(in: counted),
      tagged: FileDetails.Colors(try reader.colour()),
      assumed: FileDetails.Colors(try reader.colour()),
      isInterlaced: try reader.flag(), isTopFieldFirst: try reader.flag(),
      profile: try reader.optional(Self.text))
  }
}
