internal import CLibAV

/// A fraction as containers write it: not reduced, and 0/1 or 0/0 for unknown.
package struct Fraction: Sendable, Hashable, CustomStringConvertible {
  /// As written; may be 0 or negative.
  package var numerator: Int32
  /// As written; 0 in 0/0.
  package var denominator: Int32

  /// A fraction as it is; nothing is reduced or checked.
  package init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ raw: AVRational) {
    self.init(raw.num, raw.den)
  }

  var raw: AVRational { AVRational(num: numerator, den: denominator) }

  /// Whether both parts are greater than 0: a usable rate, time base or pixel shape.
  package var isPositive: Bool { numerator > 0 && denominator > 0 }

  /// Both parts as they are: `30000/1001`.
  package var description: String { "\(numerator)/\(denominator)" }
}

/// A key and a value as the file or a filter wrote them.
package struct Metadata: Sendable, Hashable {
  /// libav's name where it knows one, else the file's.
  package let key: String
  /// Repaired where it is not UTF-8.
  package let value: String
}

/// Samples at the ends of a packet or frame that are not part of the sound.
package struct SkippedSamples: Sendable, Hashable {
  /// Samples in each channel to drop from the beginning.
  package let atStart: Int
  /// Samples in each channel to drop from the end.
  package let atEnd: Int

  /// Reads libav's layout of `AV_PKT_DATA_SKIP_SAMPLES`: two little-endian 32-bit counts first.
  init?(_ data: UnsafePointer<UInt8>?, size: Int) {
    guard let data = unsafe data, size >= 8 else { return nil }
    func count(_ offset: Int) -> Int {
      var value = 0
      for byte in 0..<4 { value |= unsafe Int(data[offset + byte]) << (8 * byte) }
      return value
    }
    atStart = count(0)
    atEnd = count(4)
  }
}

// MARK: - Reading libav's values

/// A C string that may be missing, repaired where it is not UTF-8.
func string(_ text: UnsafePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  return unsafe String(cString: text)
}

func sampleFormatName(_ format: Int32) -> String {
  unsafe string(av_get_sample_fmt_name(AVSampleFormat(rawValue: format))) ?? ""
}

func describeLayout(_ layout: UnsafePointer<AVChannelLayout>) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
    unsafe buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress,
      unsafe av_channel_layout_describe(layout, start, buffer.count) >= 0
    else { return "" }
    return unsafe String(cString: start)
  }
}

func readMetadata(_ dictionary: OpaquePointer?) -> [Metadata] {
  var entries: [Metadata] = []
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
    unsafe entries.append(
      Metadata(key: string(next.pointee.key) ?? "", value: string(next.pointee.value) ?? ""))
    unsafe entry = next
  }
  return entries
}

/// Nine native-endian 32-bit numbers, or `nil` when `size` is not that of a matrix.
func readDisplayMatrix(_ data: UnsafePointer<UInt8>?, size: Int) -> [Int32]? {
  guard let data = unsafe data, size >= 36 else { return nil }
  return (0..<9).map {
    unsafe UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)
  }
}
