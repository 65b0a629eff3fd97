import BaseValues

/// How long a file says that it is in its outermost chunks, boxes or elements: one that is shorter was
/// cut off, whatever else can be read of it.
struct AnnouncedBytes: Hashable {
  /// Where the last of them ends, in bytes from the beginning.
  var end: Int64
  /// How long its sound would be, where the bytes of that tell.
  var duration: Rational?

  /// Gives some bytes at a position, or as many as there are.
  typealias Read<E: Error> = (Int64, Int) throws(E) -> [UInt8]

  /// Outermost parts that are looked at.
  private static let most = 4096

  /// - Parameter format: libav's name of the container's format.
  /// - Returns: `nil` where nothing is said, as by a program that wrote to a pipe.
  static func find<E: Error>(format: String, _ read: Read<E>) throws(E) -> AnnouncedBytes? {
    switch format {
    case "wav": try wave(read)
    case "w64": try wave64(read)
    case "aiff": try chunk("SSND", from: 12, isLittle: false, read).map { AnnouncedBytes(end: $0) }
    case "caf": try coreAudio(read)
    case "avi": try video(read)
    case "matroska,webm": try segment(read)
    case _ where format.hasPrefix("mov"): try boxes(read)
    default: nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isLittle: Bool = false) -> Int64 {
    (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int64($1) }
  }

  // MARK: - RIFF and its kin

  /// What programs write that do not know it: nothing, or as much as there is room for.
  private static func isUnknown(_ size: Int64) -> Bool {
    size == 0 || (0x7FFF_F000...0x7FFF_FFFF).contains(size) || size >= 0xFFFF_F000
  }

  /// The end of a chunk of a name.
  private static func chunk<E: Error>(
    _ name: String, from start: Int64, isLittle: Bool, _ read: Read<E>
  ) throws(E) -> Int64? {
    var position = start
    for _ in 0..<most {
      let head = try read(position, 8)
      guard head.count == 8 else { return nil }
      let size = number(head[4...], isLittle: isLittle)
      if head[..<4].elementsEqual(name.utf8) {
        return isUnknown(size) ? nil : position + 8 + size
      }
      position += 8 + size + size % 2
    }
    return nil
  }

  /// Bytes a second of a description as in RIFF (WAVEFORMATEX), where each second has as many.
  private static func bytesPerSecond(_ format: [UInt8]) -> Int64? {
    guard format.count >= 16 else { return nil }
    let rate = number(format[4..<8], isLittle: true)
    let block = number(format[12..<14], isLittle: true)
    // PCM, floating point, or one of these with a longer description.
    guard [1, 3, 0xFFFE].contains(number(format[0..<2], isLittle: true)), rate > 0, block > 0 else {
      return nil
    }
    return rate * block
  }

  /// RIFF/WAVE and RF64 (ITU-R BS.2088), where a chunk `ds64` has the length.
  private static func wave<E: Error>(_ read: Read<E>) throws(E) -> AnnouncedBytes? {
    var position: Int64 = 12
    var (perSecond, long): (Int64?, Int64?)
    for _ in 0..<most {
      let head = try read(position, 8)
      guard head.count == 8 else { return nil }
      var size = number(head[4...], isLittle: true)
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "ds64":
        let sizes = try read(position + 8, 16)
        if sizes.count == 16 { long = number(sizes[8...], isLittle: true) }
      case "fmt ": perSecond = bytesPerSecond(try read(position + 8, 16))
      case "data":
        if size == 0xFFFF_FFFF, let long { size = long } else if isUnknown(size) { return nil }
        guard size >= 0, size <= .max - position - 8 else { return nil }
        return AnnouncedBytes(
          end: position + 8 + size, duration: perSecond.flatMap { Rational(size, $0) })
      default: break
      }
      position += 8 + size + size % 2
    }
    return nil
  }

  /// Sony Wave64: names of 16 bytes, sizes of 8 that count these, multiples of 8.
  private static func wave64<E: Error>(_ read: Read<E>) throws(E) -> AnnouncedBytes? {
    var position: Int64 = 40
    var perSecond: Int64?
    for _ in 0..<most {
      let head = try read(position, 24)
      guard head.count == 24 else { return nil }
      let size = number(head[16...], isLittle: true)
      guard size >= 24, size <= .max - position - 8 else { return nil }
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "fmt ": perSecond = bytesPerSecond(try read(position + 24, 16))
      case "data":
        return AnnouncedBytes(
          end: position + size, duration: perSecond.flatMap { Rational(size - 24, $0) })
      default: break
      }
      position += (size + 7) / 8 * 8
    }
    return nil
  }

  /// Core Audio Format: `desc` has bytes and samples of a packet, -1 is a length that is not known.
  private static func coreAudio<E: Error>(_ read: Read<E>) throws(E) -> AnnouncedBytes? {
    var position: Int64 = 8
    var perSecond: Rational?
    for _ in 0..<most {
      let head = try read(position, 12)
      guard head.count == 12 else { return nil }
      let size = number(head[4...])
      guard size >= 0, size <= .max - position - 16 else { return nil }
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "desc":
        let text = try read(position + 12, 24)
        guard text.count == 24 else { return nil }
        let rate = Double(bitPattern: UInt64(bitPattern: number(text[0..<8])))
        let (bytes, samples) = (number(text[16..<20]), number(text[20..<24]))
        if bytes > 0, samples > 0, rate >= 1, rate < 1e9, rate == rate.rounded() {
          perSecond = try? (Rational(bytes, samples) ?? .zero) * Rational(Int64(rate))
        }
      case "data":
        // A number of edits stands before the sound.
        let duration = perSecond.flatMap { perSecond in
          try? Rational(max(0, size - 4)) / perSecond
        }
        return AnnouncedBytes(end: position + 12 + size, duration: duration)
      default: break
      }
      position += 12 + size
    }
    return nil
  }

  /// AVI: the header has the number of pictures and how long each is shown.
  private static func video<E: Error>(_ read: Read<E>) throws(E) -> AnnouncedBytes? {
    let head = try read(0, 52)
    guard head.count == 52 else { return nil }
    let size = number(head[4..<8], isLittle: true)
    guard !isUnknown(size) else { return nil }
    var announced = AnnouncedBytes(end: 8 + size)
    if head[24..<28].elementsEqual("avih".utf8) {
      let (time, count) = (
        number(head[32..<36], isLittle: true), number(head[48..<52], isLittle: true)
      )
      announced.duration = Rational(time, 1_000_000).flatMap { try? $0 * Rational(count) }
    }
    return announced
  }

  // MARK: - Boxes and elements

  private static let known: Set<String> = [
    "ftyp", "styp", "moov", "moof", "mdat", "mfra", "free", "skip", "wide", "sidx", "ssix", "prft",
    "pdin", "pnot", "udta", "uuid", "meta", "emsg", "junk",
  ]

  /// ISO/IEC 14496-12, 4.2.
  private static func boxes<E: Error>(_ read: Read<E>) throws(E) -> AnnouncedBytes? {
    var position: Int64 = 0
    for _ in 0..<most {
      let head = try read(position, 16)
      guard head.count >= 8 else { break }
      // What else stands behind a movie is no box, and its length none.
      guard known.contains(String(decoding: head[4..<8], as: UTF8.self)) else { break }
      var size = number(head[0..<4])
      if size == 1, head.count == 16 { size = number(head[8..<16]) }
      // 0 reaches to the end of the file.
      guard size >= 8, size <= .max - position else { break }
      position += size
    }
    return position > 0 ? AnnouncedBytes(end: position) : nil
  }

  /// EBML (RFC 8794): the header, then the segment with everything; all ones are a size that is not
  /// known.
  private static func segment<E: Error>(_ read: Read<E>) throws(E) -> AnnouncedBytes? {
    var position: Int64 = 0
    for _ in 0..<16 {
      let head = try read(position, 12)
      guard head.count == 12, let first = head.first, first >= 0x10 else { return nil }
      let name = first.leadingZeroBitCount + 1
      let width = head[name].leadingZeroBitCount + 1
      guard width <= 8 else { return nil }
      let mask = Int64(1) << (7 * Int64(width)) - 1
      let size = number(head[name..<name + width]) & mask
      let start = position + Int64(name + width)
      guard size < mask, size <= .max - start else { return nil }
      if head[..<name].elementsEqual([0x18, 0x53, 0x80, 0x67]) {
        return AnnouncedBytes(end: start + size)
      }
      position = start + size
    }
    return nil
  }
}
