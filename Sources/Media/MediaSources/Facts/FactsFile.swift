import ChunkStorage
package import FileSystem
import BaseValues
import MediaOpening
import Raster
import TimelineModel

/// What probing found out about a file, as the bytes of a file.
///
/// The 8 bytes `cutfactA`; XXH64 of everything after it, least significant byte first; then the key
/// and the facts in the encoding of ``RecordWriter``.
///
/// What is not in the record is what depends on who asks: the item's words and the file's place.
package enum FactsFile {
  private static let mark = CacheFolder.factsMark

  package static func encode(_ file: MediaFile, key: String) -> [UInt8] {
    var writer = RecordWriter()
    writer.add(key)
    writer.add(optional: file.facts.video, Self.write)
    writer.add(optional: file.facts.audio, Self.write)
    writer.add(optional: file.facts.announcedEnd) { $0.add($1) }
    writer.add(file.facts.pictureFaults.count)
    for fault in file.facts.pictureFaults {
      writer.add(fault.message)
      writer.add(optional: fault.range) {
        $0.add($1.start)
        $0.add($1.end)
      }
    }
    writer.add(file.notes.count)
    for note in file.notes { writer.add(note) }
    writer.add(optional: file.pictures, Self.write)
    writer.add(file.sounds.count)
    for sound in file.sounds { Self.write(&writer, sound) }
    writer.add(file.origin)
    writer.add(file.formatName)
    writer.add(file.headerSuffices.forPictures)
    writer.add(file.headerSuffices.forSound)
    writer.add(file.ignoresEditLists)
    write(&writer, file.details)
    let hash = hash(writer.bytes.span)
    return mark + (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) } + writer.bytes
  }

  /// What was found out, or `nil` when the bytes are not exactly what was written under `key`.
  package static func decode(
    _ bytes: [UInt8], key: String, contentHash: String, writtenPath: String,
    place: MediaLocator.Place
  ) -> MediaFile? {
    guard bytes.count >= 16, bytes[..<8].elementsEqual(mark) else { return nil }
    let written = bytes[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard written == hash(bytes.span.extracting(16..<bytes.count)) else { return nil }
    do throws(DamagedRecord) {
      var reader = RecordReader(bytes, from: 16)
      guard try reader.text() == key else { return nil }
      var file = MediaFile(
        writtenPath, at: place,
        facts: MediaFacts(
          video: try reader.optional(Self.video), audio: try reader.optional(Self.audio),
          contentHash: contentHash,
          announcedEnd: try reader.optional { (reader) throws(DamagedRecord) in
            try reader.rational()
          }))
      for _ in 0..<(try reader.int(in: 0...1000)) {
        file.facts.pictureFaults.append(try fault(&reader))
      }
      for _ in 0..<(try reader.int(in: 0...1000)) { file.notes.append(try reader.text()) }
      file.pictures = try reader.optional(Self.frameStream)
      for _ in 0..<(try reader.int(in: 0...1000)) { file.sounds.append(try sound(&reader)) }
      file.origin = try reader.rational()
      file.formatName = try reader.text()
      file.headerSuffices.forPictures = try reader.flag()
      file.headerSuffices.forSound = try reader.flag()
      file.ignoresEditLists = try reader.flag()
      file.details = try details(&reader)
      guard reader.isAtEnd, isConsistent(file) else { return nil }
      return file
    } catch {
      return nil
    }
  }

  /// Whether the parts of a file say the same, as reading relies on.
  private static func isConsistent(_ file: MediaFile) -> Bool {
    guard (file.facts.audio == nil) == file.sounds.isEmpty else { return false }
    guard let video = file.facts.video, let pictures = file.pictures else {
      return file.facts.video == nil && file.pictures == nil
    }
    guard let index = pictures.index else { return video.isStill && pictures.runs.isEmpty }
    for run in pictures.runs
    where !pictures.parts.indices.contains(run.part)
      || !pictures.parts[run.part].index.entries.indices.contains(run.pictures)
    {
      return false
    }
    guard
      pictures.runs.isEmpty
        || pictures.runs.reduce(0, { $0 + $1.pictures.count }) == index.entries.count
    else { return false }
    switch video.frames {
    case .still: return false
    case .regular(_, _, let count): return count == index.entries.count
    case .irregular(let times, _, _): return times.count == index.entries.count
    }
  }

  private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = XXH64()
    hash.update(bytes)
    return hash.finalize()
  }
}

// MARK: - Facts

extension FactsFile {
  private static func streamNumber(_ reader: inout RecordReader) throws(DamagedRecord) -> Int {
    try reader.int(in: 0...1 << 20)
  }

  private static func orientation(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> Orientation {
    guard let value = Orientation(rawValue: try reader.int(in: 1...8)) else {
      throw DamagedRecord()
    }
    return value
  }

  private static func write(_ writer: inout RecordWriter, _ pictures: PictureStream) {
    writer.add(pictures.stream)
    writer.add(optional: pictures.index, Self.write)
    writer.add(pictures.parts.count)
    for part in pictures.parts {
      writer.add(optional: part.part.bytes) {
        $0.add($1.lowerBound)
        $0.add($1.upperBound)
      }
      writer.add(part.part.ignoresEditLists)
      write(&writer, part.index)
    }
    writer.add(pictures.runs.count)
    for run in pictures.runs {
      writer.add(run.part)
      writer.add(run.pictures.lowerBound)
      writer.add(run.pictures.upperBound)
    }
    writer.add(pictures.fields.isFirstInterlaced)
    writer.add(optional: pictures.fields.container) { $0.add($1.rawValue) }
    writer.add(optional: pictures.peakLuminance) { $0.add($1) }
    writer.add(optional: pictures.unknownMatrix) { $0.add($1) }
  }

  private static func frameStream(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> PictureStream {
    let (stream, index) = (try streamNumber(&reader), try reader.optional(Self.pictureIndex))
    let (parts, runs) = try parts(&reader)
    var pictures = PictureStream(
      stream: stream, index: index, fields: try storedFields(&reader),
      peakLuminance: try reader.optional { (reader) throws(DamagedRecord) in
        try reader.int(in: 1...Int64(Int32.max))
      },
      unknownMatrix: try reader.optional { (reader) throws(DamagedRecord) in try reader.text() })
    (pictures.parts, pictures.runs) = (parts, runs)
    return pictures
  }

  private static func parts(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> ([PicturePart], [PictureRun]) {
    let places: ClosedRange<Int64> = 0...1 << 31
    var parts: [PicturePart] = []
    for _ in 0..<(try reader.int(in: 0...Int64(OggLinks.limit))) {
      let bytes = try reader.optional { (reader) throws(DamagedRecord) in
        let first = try reader.number(in: 0...1 << 60)
        return first..<(try reader.number(in: first...1 << 60))
      }
      let ignoresEditLists = try reader.flag()
      parts.append(
        PicturePart(
          FilePart(bytes: bytes, ignoresEditLists: ignoresEditLists),
          index: try pictureIndex(&reader)))
    }
    var runs: [PictureRun] = []
    for _ in 0..<(try reader.int(in: places)) {
      let (part, first) = (try reader.int(in: places), try reader.int(in: places))
      let end = try reader.int(in: Int64(first)...1 << 31)
      runs.append(PictureRun(part: part, pictures: first..<end))
    }
    return (parts, runs)
  }

  private static func storedFields(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> StoredFields {
    let isInterlaced = try reader.flag()
    let container = try reader.optional { (reader) throws(DamagedRecord) in
      guard let order = StoredFields.Order(rawValue: try reader.int(in: 0...1)) else {
        throw DamagedRecord()
      }
      return order
    }
    return StoredFields(isFirstInterlaced: isInterlaced, container: container)
  }

  private static func write(_ writer: inout RecordWriter, _ video: VideoFacts) {
    writer.add(video.codedSize.width)
    writer.add(video.codedSize.height)
    writer.add(video.pixelAspect)
    writer.add(video.orientation.rawValue)
    writer.add(video.hasAlpha)
    writer.add(video.storage.bitsPerPixel)
    writer.add(video.storage.bitDepth)
    switch video.frames {
    case .still:
      writer.add(0)
    case .regular(let start, let rate, let count):
      writer.add(1)
      writer.add(start)
      writer.add(rate.rational)
      writer.add(optional: count) { $0.add($1) }
    case .irregular(let times, let end, let timeBase):
      writer.add(2)
      writer.add(times)
      writer.add(end)
      writer.add(timeBase)
    }
  }

  private static func video(_ reader: inout RecordReader) throws(DamagedRecord) -> VideoFacts {
    let side: ClosedRange<Int64> = 1...1 << 28
    let size = Size(width: try reader.int(in: side), height: try reader.int(in: side))
    guard size.width <= (1 << 32) / size.height else { throw DamagedRecord() }
    let aspect = try reader.positiveRational()
    let orientation = try orientation(&reader)
    let hasAlpha = try reader.flag()
    let storage = FrameStorage(
      bitsPerPixel: try reader.int(in: 0...1024), bitDepth: try reader.int(in: 0...1024))
    return VideoFacts(
      codedSize: size, pixelAspect: aspect, orientation: orientation,
      frames: try frameTimes(&reader), hasAlpha: hasAlpha, storage: storage)
  }

  private static func frameTimes(_ reader: inout RecordReader) throws(DamagedRecord) -> FrameTimes {
    switch try reader.number() {
    case 0:
      return .still
    case 1:
      let start = try reader.rational()
      guard let rate = FrameRate(rational: try reader.rational()) else { throw DamagedRecord() }
      let count = try reader.optional { (reader) throws(DamagedRecord) in
        try reader.int(in: 1...1 << 32)
      }
      return .regular(start: start, rate: rate, count: count)
    case 2:
      let times = try reader.numbers()
      let end = try reader.number()
      guard let last = times.last, last < end, times.isRising else { throw DamagedRecord() }
      return .irregular(times: times, end: end, timeBase: try reader.positiveRational())
    default:
      throw DamagedRecord()
    }
  }

  private static func write(_ writer: inout RecordWriter, _ audio: AudioFacts) {
    writer.add(audio.sampleRate)
    writer.add(audio.channels)
    writer.add(optional: audio.range) {
      $0.add($1.start)
      $0.add($1.end)
    }
  }

  private static func fault(_ reader: inout RecordReader) throws(DamagedRecord) -> MediaFault {
    let message = try reader.text()
    let range = try reader.optional { (reader) throws(DamagedRecord) in
      let (start, end) = (try reader.rational(), try reader.rational())
      guard let range = TimeRange(start: start, end: end) else { throw DamagedRecord() }
      return range
    }
    return MediaFault(message, at: range)
  }

  private static func audio(_ reader: inout RecordReader) throws(DamagedRecord) -> AudioFacts {
    let rate = try reader.int(in: 1...Int64(Int32.max))
    let channels = try reader.int(in: 0...1 << 16)
    let range = try reader.optional { (reader) throws(DamagedRecord) in
      let (start, end) = (try reader.rational(), try reader.rational())
      guard let range = TimeRange(start: start, end: end) else { throw DamagedRecord() }
      return range
    }
    return AudioFacts(sampleRate: rate, channels: channels, range: range)
  }
}

// MARK: - Indexes

extension FactsFile {
  private static func write(_ writer: inout RecordWriter, _ index: FrameTable) {
    writer.add(index.entries.lazy.map(\.presentation))
    writer.add(index.entries.lazy.map { Int64($0.key) })
    writer.add(index.entries.lazy.map { Int64($0.order) })
    writer.add(index.keys.lazy.map(\.presentation))
    writer.add(index.keys.lazy.map(\.decoding))
    writer.add(index.keys.lazy.map { Int64($0.order) })
    writer.add(index.lastDuration)
    writer.add(index.timeBase)
    writer.add(index.origin)
    writer.add(index.isCounted)
    let moved = (index.movedTimes ?? [:]).sorted { $0.key < $1.key }
    writer.add(moved.map(\.key))
    writer.add(moved.map(\.value))
  }

  private static func pictureIndex(
    _ reader: inout RecordReader
  ) throws(DamagedRecord) -> FrameTable {
    let (times, places) = (try reader.numbers(), try reader.numbers())
    let decodingOrder = try reader.numbers()
    let (presentations, decodings) = (try reader.numbers(), try reader.numbers())
    let orders = try reader.numbers()
    guard places.count == times.count, decodingOrder.count == times.count,
      times.isRising, !times.isEmpty,
      decodings.count == presentations.count, orders.count == presentations.count
    else { throw DamagedRecord() }
    var entries: [FrameTable.Entry] = []
    entries.reserveCapacity(times.count)
    for (number, time) in times.enumerated() {
      guard presentations.indices.contains(Int(places[number])),
        let key = Int32(exactly: places[number]), let order = Int32(exactly: decodingOrder[number])
      else { throw DamagedRecord() }
      entries.append(FrameTable.Entry(presentation: time, key: key, order: order))
    }
    var keys: [FrameTable.Key] = []
    keys.reserveCapacity(presentations.count)
    for (index, order) in orders.enumerated() {
      guard order >= 0 else { throw DamagedRecord() }
      keys.append(
        FrameTable.Key(
          presentation: presentations[index], decoding: decodings[index], order: Int(order)))
    }
    let (lastDuration, timeBase) = (try reader.number(), try reader.positiveRational())
    let (origin, isCounted) = (try reader.rational(), try reader.flag())
    let (stored, shown) = (try reader.numbers(), try reader.numbers())
    guard stored.count == shown.count, stored.isRising else { throw DamagedRecord() }
    return FrameTable(
      entries: entries, keys: keys, lastDuration: lastDuration, timeBase: timeBase, origin: origin,
      isCounted: isCounted,
      movedTimes: stored.isEmpty ? nil : Dictionary(uniqueKeysWithValues: zip(stored, shown)))
  }

  private static func write(_ writer: inout RecordWriter, _ sound: AudioTrack) {
    writer.add(sound.stream)
    writer.add(sound.sampleRate)
    writer.add(sound.channels)
    writer.add(sound.isLossless)
    writer.add(sound.isMixed)
    writer.add(optional: sound.index, Self.write)
    writer.add(sound.links.count)
    for link in sound.links {
      writer.add(link.bytes.lowerBound)
      writer.add(link.bytes.upperBound)
      writer.add(link.place)
      writer.add(link.origin)
      writer.add(optional: link.index, Self.write)
    }
  }

  private static func sound(_ reader: inout RecordReader) throws(DamagedRecord) -> AudioTrack {
    var track = AudioTrack(
      stream: try streamNumber(&reader), sampleRate: try reader.int(in: 1...Int64(Int32.max)),
      channels: try reader.int(in: 0...1 << 16), isLossless: try reader.flag(),
      isMixed: try reader.flag(), index: try reader.optional(Self.soundIndex))
    for _ in 0..<(try reader.int(in: 0...Int64(OggLinks.limit))) {
      let first = try reader.number(in: 0...1 << 60)
      let end = try reader.number(in: first...1 << 60)
      track.links.append(
        AudioLink(
          bytes: first..<end, place: try reader.number(in: 0...1 << 48),
          origin: try reader.rational(), index: try reader.optional(Self.soundIndex)))
    }
    return track
  }

  private static func write(_ writer: inout RecordWriter, _ index: AudioIndex) {
    writer.add(index.blockLength)
    writer.add(index.runs)
    writer.add(index.runBlocks)
    writer.add(index.firstHeard)
    writer.add(index.moved)
    writer.add(index.tolerance)
    writer.add(index.places)
    writer.add(index.clockPlaces)
    writer.add(index.isContiguous)
    writer.add(optional: index.heardEnd) { $0.add($1) }
  }

  private static func soundIndex(_ reader: inout RecordReader) throws(DamagedRecord) -> AudioIndex {
    var index = AudioIndex(
      blockLength: try reader.number(in: 0...1 << 40), runs: try reader.numbers(),
      runBlocks: try reader.numbers(), firstHeard: try reader.number(),
      moved: try reader.number(), tolerance: try reader.number(in: 0...Int64.max),
      places: try reader.numbers(), clockPlaces: try reader.numbers(),
      isContiguous: try reader.flag())
    guard index.clockPlaces.isEmpty || index.places.count == index.clockPlaces.count,
      index.runs.count == index.runBlocks.count
    else { throw DamagedRecord() }
    index.heardEnd = try reader.optional { (reader) throws(DamagedRecord) in
      try reader.number()
    }
    return index
  }
}

extension [Int64] {
  /// Whether each is greater than the one before it.
  fileprivate var isRising: Bool { !zip(self, dropFirst()).contains { $0 >= $1 } }
}
