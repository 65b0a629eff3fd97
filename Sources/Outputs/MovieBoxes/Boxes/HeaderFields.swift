/// Numbers of a box in order, the highest byte first.
struct BoxFields {
  private let bytes: [UInt8]
  private let type: BoxType
  private var position = 0

  init(_ box: Box) {
    bytes = box.bytes
    type = box.type
  }

  /// - Parameter count: of bytes, at most 8.
  mutating func number(_ count: Int) throws(BoxError) -> Int {
    guard bytes.count - position >= count else { throw BoxError("a box '\(type)' is too short") }
    defer { position += count }
    let value = bytes[position..<(position + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else {
      throw BoxError("a number of a box '\(type)' is too large")
    }
    return number
  }

  /// All that follows; at least so many bytes.
  mutating func rest(_ least: Int) throws(BoxError) -> [UInt8] {
    guard bytes.count - position >= least else { throw BoxError("a box '\(type)' is too short") }
    defer { position = bytes.count }
    return Array(bytes[position...])
  }
}

extension [UInt8] {
  /// The number at a place of bytes that are known to be there.
  func number(at place: Int, _ count: Int) -> Int {
    self[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Puts a number in place of what is there.
  mutating func set(_ number: Int, at place: Int, _ count: Int) {
    for index in 0..<count {
      self[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - index)))
    }
  }
}

/// What `mvhd`, `tkhd` and `mdhd` (ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.4.2) have in common: times of 32 bits in
/// version 0 and of 64 in version 1.
struct HeaderTimes {
  var isWide = false
  var flags = 0
  var creation = 0
  var modification = 0
  /// The scale of `mvhd` and `mdhd`, the number of the track of `tkhd`.
  var scaleOrTrack = 0
  var duration = 0

  init(flags: Int, scaleOrTrack: Int, duration: Int) {
    self.flags = flags
    self.scaleOrTrack = scaleOrTrack
    self.duration = duration
  }

  /// - Parameter gap: bytes between the scale and the duration, 4 in `tkhd`.
  init(_ fields: inout BoxFields, gap: Int = 0) throws(BoxError) {
    let version = try fields.number(1)
    guard version <= 1 else { throw BoxError("a header has the unknown version \(version)") }
    isWide = version == 1
    flags = try fields.number(3)
    creation = try fields.number(isWide ? 8 : 4)
    modification = try fields.number(isWide ? 8 : 4)
    scaleOrTrack = try fields.number(4)
    _ = try fields.number(gap)
    duration = try fields.number(isWide ? 8 : 4)
  }

  func write(to bytes: inout [UInt8], gap: Int = 0) {
    let isWide = isWide || max(creation, modification, duration) > Int(UInt32.max)
    bytes.append(number: isWide ? 1 : 0, bytes: 1)
    bytes.append(number: flags, bytes: 3)
    bytes.append(number: creation, bytes: isWide ? 8 : 4)
    bytes.append(number: modification, bytes: isWide ? 8 : 4)
    bytes.append(number: scaleOrTrack, bytes: 4)
    bytes.append(number: 0, bytes: gap)
    bytes.append(number: duration, bytes: isWide ? 8 : 4)
  }

  /// Sets when it was made.
  ///
  /// - Parameter time: seconds since the beginning of 1970, from 1904 on.
  mutating func setCreation(_ time: Int64) {
    creation = Int(time) + 2_082_844_800
    modification = creation
  }
}

/// `mvhd`, the header of a movie.
struct MovieHeader {
  var times: HeaderTimes
  /// From the rate on, 80 bytes.
  var rest: [UInt8]

  init(_ box: Box) throws(BoxError) {
    var fields = BoxFields(box)
    times = try HeaderTimes(&fields)
    rest = try fields.rest(80)
  }

  var timescale: Int { times.scaleOrTrack }

  /// In the movie's units; QuickTime alone has it.
  var posterTime: Int {
    get { rest.number(at: 60, 4) }
    set { rest.set(newValue, at: 60, 4) }
  }

  /// The number of the next track.
  var nextTrack: Int {
    get { rest.number(at: 76, 4) }
    set { rest.set(newValue, at: 76, 4) }
  }

  var box: Box {
    var bytes: [UInt8] = []
    times.write(to: &bytes)
    return Box("mvhd", bytes: bytes + rest)
  }
}

/// `tkhd`, the header of a track.
struct TrackHeader {
  /// Flags of a track that is played, and of one that belongs to the movie.
  static let enabled = 1
  static let inMovie = 2

  var times: HeaderTimes
  /// From behind the duration on, 60 bytes: 8 unused ones, layer, group, volume, 2 unused, a matrix, width,
  /// height.
  var rest: [UInt8]

  init(_ box: Box) throws(BoxError) {
    var fields = BoxFields(box)
    times = try HeaderTimes(&fields, gap: 4)
    rest = try fields.rest(60)
  }

  /// A track that is not played by itself, without a picture.
  init(track: Int, duration: Int) {
    times = HeaderTimes(flags: Self.inMovie, scaleOrTrack: track, duration: duration)
    rest = [UInt8](repeating: 0, count: 60)
    rest.set(0x1_0000, at: 16, 4)
    rest.set(0x1_0000, at: 32, 4)
    rest.set(0x4000_0000, at: 48, 4)
  }

  var track: Int { times.scaleOrTrack }

  var isEnabled: Bool {
    get { times.flags & Self.enabled != 0 }
    set { times.flags = times.flags & ~Self.enabled | (newValue ? Self.enabled : 0) }
  }

  var alternateGroup: Int {
    get { rest.number(at: 10, 2) }
    set { rest.set(newValue, at: 10, 2) }
  }

  /// In pixels.
  var width: Int {
    get { rest.number(at: 52, 4) >> 16 }
    set { rest.set(newValue << 16, at: 52, 4) }
  }

  var height: Int {
    get { rest.number(at: 56, 4) >> 16 }
    set { rest.set(newValue << 16, at: 56, 4) }
  }

  /// How far below the movie's top it lies, in pixels.
  var top: Int {
    get { rest.number(at: 44, 4) >> 16 }
    set { rest.set(newValue << 16, at: 44, 4) }
  }

  var box: Box {
    var bytes: [UInt8] = []
    times.write(to: &bytes, gap: 4)
    return Box("tkhd", bytes: bytes + rest)
  }
}

/// `mdhd`, the header of a track's media.
struct MediaHeader {
  var times: HeaderTimes
  /// Three letters of five bits each.
  var language: Int
  var quality: Int

  init(_ box: Box) throws(BoxError) {
    var fields = BoxFields(box)
    times = try HeaderTimes(&fields)
    language = try fields.number(2)
    quality = try fields.number(2)
  }

  /// Of a language that is not determined.
  init(timescale: Int, duration: Int) {
    times = HeaderTimes(flags: 0, scaleOrTrack: timescale, duration: duration)
    language = Self.packed("und")
    quality = 0
  }

  var timescale: Int { times.scaleOrTrack }

  /// - Parameter code: three letters from a to z.
  static func packed(_ code: String) -> Int {
    code.utf8.reduce(0) { $0 << 5 | Int($1 & 0x1F) }
  }

  var box: Box {
    var bytes: [UInt8] = []
    times.write(to: &bytes)
    bytes.append(number: language, bytes: 2)
    bytes.append(number: quality, bytes: 2)
    return Box("mdhd", bytes: bytes)
  }
}
