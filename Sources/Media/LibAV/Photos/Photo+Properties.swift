/// What is said of a photo, and what is done to it, in the order of the file: `clap` cuts, `irot` turns
/// and `imir` mirrors what the ones before have left (ISO/IEC 23008-12, 6.5.9 to 6.5.12).
extension Photo {
  /// A change of the picture's directions.
  private enum Turn {
    /// By a quarter, against the clock.
    case quarter
    /// Upside down.
    case rows
    /// Left for right.
    case columns
  }

  /// - Throws: where the picture would not be right without something that is not known.
  mutating func take(
    _ properties: [(type: String, content: PhotoFields, isEssential: Bool)]
  ) throws(LibAVError) {
    var turns: [Turn] = []
    for (type, content, isEssential) in properties {
      var content = content
      switch type {
      case "irot":
        turns += Array(repeating: .quarter, count: try content.byte() & 3)
      case "imir":
        turns.append(try content.byte() & 1 == 0 ? .rows : .columns)
      case "clap": try cut(&content, after: turns)
      case "colr": try readColour(&content)
      case "pasp":
        let (across, down) = (try content.long(), try content.long())
        if across > 0, down > 0 {
          sampleAspect = Fraction(Int32(clamping: across), Int32(clamping: down))
        }
      case "hvcC", "ispe", "pixi", "auxC": break
      default: if isEssential { throw .refusedFormat(.photo) }
      }
    }
    displayMatrix = Self.matrix(turns)
  }

  private mutating func readColour(_ fields: inout PhotoFields) throws(LibAVError) {
    switch try fields.text() {
    case "nclx":
      codes = (
        try fields.short(), try fields.short(), try fields.short(), try fields.byte() & 0x80 != 0
      )
    case "prof", "rICC":
      profile = Array(fields.bytes[fields.range])
    default: break
    }
  }

  /// The middle of what is left lies so far from the middle of what was there (ISO/IEC 14496-12,
  /// 12.1.4.1); it is rounded to whole pixels.
  private mutating func cut(_ fields: inout PhotoFields, after turns: [Turn]) throws(LibAVError) {
    var numbers: [Double] = []
    for _ in 0..<4 {
      let numerator = try fields.signed()
      let denominator = try fields.signed()
      guard denominator > 0 else { throw PhotoFields.damaged }
      numbers.append(Double(numerator) / Double(denominator))
    }
    let isLying = turns.count { $0 == .quarter } % 2 == 1
    // As it is seen when it is cut.
    let seen =
      isLying ? (window.height, window.width) : (window.width, window.height)
    let size = (Int(numbers[0].rounded()), Int(numbers[1].rounded()))
    guard size.0 > 0, size.1 > 0, size.0 <= seen.0, size.1 <= seen.1 else {
      throw PhotoFields.damaged
    }
    let left = Int((Double(seen.0 - size.0) / 2 + numbers[2]).rounded())
    let top = Int((Double(seen.1 - size.1) / 2 + numbers[3]).rounded())
    guard left >= 0, top >= 0, left + size.0 <= seen.0, top + size.1 <= seen.1 else {
      throw PhotoFields.damaged
    }
    var part = Window(left: left, top: top, width: size.0, height: size.1)
    var whole = seen
    for turn in turns.reversed() {
      switch turn {
      case .rows: part.top = whole.1 - part.top - part.height
      case .columns: part.left = whole.0 - part.left - part.width
      case .quarter:
        // A quarter against the clock moved (x, y) of the picture below to (y, width - x).
        part = Window(
          left: whole.1 - part.top - part.height, top: part.left, width: part.height,
          height: part.width)
        whole = (whole.1, whole.0)
      }
    }
    part.left += window.left
    part.top += window.top
    window = part
  }

  /// `nil` where all is as it was.
  private static func matrix(_ turns: [Turn]) -> [Int32]? {
    // x' = a·x + c·y, y' = b·x + d·y
    var (a, b, c, d) = (1, 0, 0, 1)
    for turn in turns {
      switch turn {
      case .quarter: (a, b, c, d) = (b, -a, d, -c)
      case .rows: (b, d) = (-b, -d)
      case .columns: (a, c) = (-a, -c)
      }
    }
    guard (a, b, c, d) != (1, 0, 0, 1) else { return nil }
    let parts = [a, b, 0, c, d, 0, 0, 0].map { Int32($0 << 16) }
    return parts + [1 << 30]
  }
}
