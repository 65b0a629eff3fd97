internal import CText
internal import Diagnostics

/// The fonts of this machine as fontconfig lists them.
///
/// fontconfig always answers with some font. So families are looked up in its list, where a family
/// is there or is not, and its substitution is asked only for generic names (`sans-serif`) and for
/// the order of fallback fonts.
@safe final class FontConfiguration {
  private let raw: OpaquePointer
  /// Faces that can be drawn, sorted by path and index.
  let records: [FontRecord]

  /// - Parameters:
  ///   - folders: folders with fonts beside the installed ones.
  ///   - usesInstalledFonts: false for a world of `folders` alone, as in tests.
  init(folders: [String], usesInstalledFonts: Bool) throws(TitleError) {
    let created = unsafe usesInstalledFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate()
    guard let configuration = unsafe created else {
      throw .library(operation: "reading the font configuration", code: 0)
    }
    for folder in folders {
      _ = unsafe FcConfigAppFontAddDir(configuration, FileName.bytes(folder) + [0])
    }
    unsafe raw = configuration
    unsafe records = Self.list(configuration)
  }

  deinit { unsafe FcConfigDestroy(raw) }

  // MARK: - Listing

  private static func list(_ configuration: OpaquePointer) -> [FontRecord] {
    guard let pattern = unsafe FcPatternCreate() else { return [] }
    defer { unsafe FcPatternDestroy(pattern) }
    guard let objects = unsafe FcObjectSetCreate() else { return [] }
    defer { unsafe FcObjectSetDestroy(objects) }
    for name in [
      FC_FILE, FC_INDEX, FC_FAMILY, FC_FULLNAME, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_FONTFORMAT,
    ] {
      _ = unsafe FcObjectSetAdd(objects, name)
    }
    guard let set = unsafe FcFontList(configuration, pattern, objects) else { return [] }
    defer { unsafe FcFontSetDestroy(set) }
    var records: [FontRecord] = []
    for index in 0..<(unsafe Int(set.pointee.nfont)) {
      guard let font = unsafe set.pointee.fonts[index], let record = unsafe record(of: font)
      else { continue }
      records.append(record)
    }
    return records.sorted(by: FontRecord.precedes)
  }

  private static func record(of pattern: OpaquePointer) -> FontRecord? {
    guard let location = unsafe FontLocation(pattern) else { return nil }
    let weights =
      unsafe FontPattern.range(pattern, FC_WEIGHT).map { range in
        let low = Int(FcWeightToOpenTypeDouble(range.lowerBound).rounded())
        return low...max(low, Int(FcWeightToOpenTypeDouble(range.upperBound).rounded()))
      } ?? 400...400
    let width = unsafe FontPattern.range(pattern, FC_WIDTH).map { Int($0.lowerBound) } ?? 100
    let slant = unsafe FontPattern.integer(pattern, FC_SLANT) ?? 0
    return FontRecord(
      path: location.path, index: location.index,
      families: unsafe FontPattern.strings(pattern, FC_FAMILY),
      fullNames: unsafe FontPattern.strings(pattern, FC_FULLNAME),
      weight: weights, isItalic: slant > 0, width: width)
  }

  // MARK: - Substitution

  /// The faces in the order in which they stand in for `family`, all of them.
  func substitutes(for family: String, _ style: FontStyle) -> FontSubstitutes {
    guard let pattern = unsafe FcPatternCreate() else { return unsafe FontSubstitutes(set: nil) }
    defer { unsafe FcPatternDestroy(pattern) }
    _ = unsafe FcPatternAddString(pattern, FC_FAMILY, family)
    let weight = FcWeightFromOpenType(Int32(max(1, min(style.weight, 1000))))
    _ = unsafe FcPatternAddInteger(pattern, FC_WEIGHT, weight)
    let slant = style.italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN
    _ = unsafe FcPatternAddInteger(pattern, FC_SLANT, slant)
    // Named here so that fontconfig takes neither from the environment nor from the process: the
    // same fonts give the same order whoever runs the program.
    _ = unsafe FcPatternAddString(pattern, FC_LANG, "en")
    _ = unsafe FcPatternAddString(pattern, FC_PRGNAME, "cutlist")
    _ = unsafe FcConfigSubstitute(raw, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    return unsafe FontSubstitutes(set: FcFontSort(raw, pattern, 0, nil, &result))
  }
}

/// Where a face is.
struct FontLocation: Hashable {
  var path: String
  var index: Int

  /// The place of a fontconfig pattern's face; nil for bitmap and Type 1 fonts and for the named
  /// instances of a variable font, which is listed as a whole too.
  init?(_ pattern: OpaquePointer) {
    guard let path = unsafe FontPattern.strings(pattern, FC_FILE).first,
      let index = unsafe FontPattern.integer(pattern, FC_INDEX), index & 0x7FFF_0000 == 0
    else { return nil }
    let format = unsafe FontPattern.strings(pattern, FC_FONTFORMAT).first
    guard format == "TrueType" || format == "CFF" else { return nil }
    self.path = path
    self.index = index & 0xFFFF
  }
}

/// Faces in fontconfig's order of preference, with the code points that each has.
@safe final class FontSubstitutes {
  @safe private struct Candidate {
    var location: FontLocation
    var hasColor: Bool
    var characters: OpaquePointer
  }

  private let set: UnsafeMutablePointer<FcFontSet>?
  private let candidates: [Candidate]

  fileprivate init(set: UnsafeMutablePointer<FcFontSet>?) {
    unsafe self.set = set
    var candidates: [Candidate] = []
    if let set = unsafe set {
      for index in 0..<(unsafe Int(set.pointee.nfont)) {
        guard let pattern = unsafe set.pointee.fonts[index],
          let location = unsafe FontLocation(pattern),
          let characters = unsafe FontPattern.characters(pattern)
        else { continue }
        candidates.append(
          unsafe Candidate(
            location: location, hasColor: FontPattern.boolean(pattern, FC_COLOR),
            characters: characters))
      }
    }
    self.candidates = candidates
  }

  deinit {
    if let set = unsafe set { unsafe FcFontSetDestroy(set) }
  }

  /// The best face whatever it holds.
  var first: FontLocation? { candidates.first?.location }

  /// Faces that have all of `scalars`: those in colour first when `inColor`, else last.
  func locations(having scalars: [UInt32], inColor: Bool) -> [FontLocation] {
    let able = candidates.filter { candidate in
      scalars.allSatisfy { unsafe FcCharSetHasChar(candidate.characters, $0) != 0 }
    }
    let preferred = able.filter { $0.hasColor == inColor }
    return (preferred + able.filter { $0.hasColor != inColor }).map(\.location)
  }
}

/// Reading of one `FcPattern`.
private enum FontPattern {
  static func strings(_ pattern: OpaquePointer, _ name: String) -> [String] {
    var strings: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while unsafe FcPatternGetString(pattern, name, Int32(strings.count), &text) == FcResultMatch,
      let found = unsafe text
    {
      unsafe found.withMemoryRebound(to: CChar.self, capacity: 1) {
        unsafe strings.append(FileName.text($0))
      }
    }
    return strings
  }

  static func integer(_ pattern: OpaquePointer, _ name: String) -> Int? {
    var value: Int32 = 0
    guard unsafe FcPatternGetInteger(pattern, name, 0, &value) == FcResultMatch else { return nil }
    return Int(value)
  }

  static func boolean(_ pattern: OpaquePointer, _ name: String) -> Bool {
    var value: FcBool = 0
    return unsafe FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch && value == 1
  }

  /// A range, or a number as a range of its own, in fontconfig's units, kept within 0…1000.
  static func range(_ pattern: OpaquePointer, _ name: String) -> ClosedRange<Double>? {
    var low = 0.0
    var high = 0.0
    var range: OpaquePointer?
    if unsafe FcPatternGetDouble(pattern, name, 0, &low) == FcResultMatch {
      high = low
    } else {
      guard unsafe FcPatternGetRange(pattern, name, 0, &range) == FcResultMatch,
        let range = unsafe range, unsafe FcRangeGetDouble(range, &low, &high) != 0
      else { return nil }
    }
    guard low.isFinite && high.isFinite else { return nil }
    low = max(0, min(low, 1000))
    return low...max(low, min(high, 1000))
  }

  /// The code points of the face; lives as long as the pattern.
  static func characters(_ pattern: OpaquePointer) -> OpaquePointer? {
    var characters: OpaquePointer?
    guard unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else {
      return nil
    }
    return unsafe characters
  }
}
