internal import CText
internal import TimelineModel

/// One face of a font file, at one place of its variation axes, for shaping and for drawing.
///
/// Not for several threads at once: FreeType keeps the size and the last glyph in the face.
@safe final class FontFace {
  /// What a face is opened with; equal keys give equal pictures.
  struct Key: Hashable {
    var path: String
    var index: Int
    /// Asked weight, for fonts with a `wght` axis.
    var weight: Int
    /// Whether slanted letters are asked for.
    var italic: Bool
    /// Places on axes that are asked for by name.
    var axes: [AxisPlace] = []
  }

  /// A place on an axis of a variable font.
  struct AxisPlace: Hashable {
    var tag: UInt32
    /// In 16.16.
    var value: Int
  }

  /// FreeType's shear for faces without an italic: about 12 degrees, in 16.16.
  static let obliqueShear = 0x0366A

  let file: FontFile
  let index: Int
  let raw: FT_Face
  /// A `hb_font_t` whose units are the font's own.
  let shaping: OpaquePointer
  let unitsPerEm: Int
  /// Above the baseline, in font units.
  let ascender: Int
  /// Below the baseline, in font units, positive.
  let descender: Int
  /// From baseline to baseline, in font units.
  let lineDistance: Int
  let hasWeightAxis: Bool
  /// Whether glyphs may be in colour, of a kind that can be drawn: bitmaps or flat layers.
  let hasColor: Bool
  /// Whether the font holds bitmaps.
  let hasStrikes: Bool
  let isScalable: Bool
  /// Whether outlines are sheared because an italic was asked for and the face is upright.
  let isSheared: Bool
  /// Where the font stands on its variation axes, in 16.16, in the font's order.
  let variation: [Int]
  /// The axes that it has, with what can be asked of each in 16.16.
  let axes: [(tag: UInt32, range: ClosedRange<Int>)]
  private let library: FreeTypeLibrary

  init(
    _ key: Key, file: FontFile, shownPath: String, library: FreeTypeLibrary
  ) throws(TitleError) {
    var opened: FT_Face?
    let status = unsafe FT_New_Memory_Face(
      library.raw, file.bytes, FT_Long(file.count), FT_Long(key.index), &opened)
    guard status == 0, let face = unsafe opened else { throw .notAFont(path: shownPath) }
    let flags = unsafe Int(face.pointee.face_flags)
    let isScalable = flags & Int(FT_FACE_FLAG_SCALABLE) != 0
    let hasStrikes = flags & Int(FT_FACE_FLAG_FIXED_SIZES) != 0
    guard flags & Int(FT_FACE_FLAG_SFNT) != 0, isScalable || hasStrikes,
      unsafe face.pointee.num_glyphs > 0
    else {
      _ = unsafe FT_Done_Face(face)
      throw .notAFont(path: shownPath)
    }
    let axes = unsafe Self.setAxes(of: face, library, key)
    self.axes = axes.map { ($0.tag, $0.range) }
    let blob = unsafe hb_blob_create(
      UnsafeRawPointer(file.bytes).assumingMemoryBound(to: CChar.self), UInt32(file.count),
      HB_MEMORY_MODE_READONLY, nil, nil)
    let shapingFace = unsafe hb_face_create(blob, UInt32(key.index))
    unsafe hb_blob_destroy(blob)
    guard let font = unsafe hb_font_create(shapingFace) else {
      unsafe hb_face_destroy(shapingFace)
      _ = unsafe FT_Done_Face(face)
      throw .library(operation: "hb_font_create", code: 0)
    }
    // FreeType knows no em of fonts that have bitmaps only. The file is unchecked: HarfBuzz makes
    // 1000 of a number outside 16…16384.
    let unitsPerEm = unsafe max(1, Int(hb_face_get_upem(shapingFace)))
    let drawsLayers = unsafe Self.hasFlatColorLayers(shapingFace)
    unsafe hb_face_destroy(shapingFace)
    unsafe hb_ot_font_set_funcs(font)
    unsafe hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
    if !axes.isEmpty {
      let settings = axes.map { hb_variation_t(tag: $0.tag, value: Float($0.value) / 65536) }
      unsafe settings.withUnsafeBufferPointer { settings in
        unsafe hb_font_set_variations(font, settings.baseAddress, UInt32(settings.count))
      }
    }

    self.file = file
    self.library = library
    index = key.index
    unsafe raw = face
    unsafe shaping = font
    self.unitsPerEm = unitsPerEm
    self.isScalable = isScalable
    self.hasStrikes = hasStrikes
    self.hasColor = flags & Int(FT_FACE_FLAG_COLOR) != 0 && (hasStrikes || drawsLayers)
    hasWeightAxis = axes.contains { $0.tag == Axis.weight }
    let isUpright = unsafe face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) == 0
    let slants = axes.contains { $0.tag == Axis.slant || $0.tag == Axis.italic }
    isSheared = key.italic && isUpright && !slants
    var extents = hb_font_extents_t()
    let hasExtents = unsafe hb_font_get_h_extents(font, &extents) != 0
    let ascender = Self.kept(extents.ascender)
    let descender = -Self.kept(extents.descender)
    // A font without line metrics (or with nonsense) is as high as its em.
    let isUsable = hasExtents && ascender + descender > 0
    self.ascender = isUsable ? ascender : unitsPerEm
    self.descender = isUsable ? descender : 0
    lineDistance =
      self.ascender + self.descender + (isUsable ? max(0, Self.kept(extents.line_gap)) : 0)
    variation = axes.map(\.value)
  }

  deinit {
    unsafe hb_font_destroy(shaping)
    _ = unsafe FT_Done_Face(raw)
  }

  /// A distance of at most 8 ems of the finest grid, so that no font makes sums overflow.
  static func kept(_ units: Int32) -> Int {
    max(-131_072, min(Int(units), 131_072))
  }

  /// Whether the font has a COLR table of version 0, or none; version 1 with its gradients is not
  /// drawn.
  private static func hasFlatColorLayers(_ face: OpaquePointer?) -> Bool {
    let table = unsafe hb_face_reference_table(face, 0x434F_4C52)
    defer { unsafe hb_blob_destroy(table) }
    var count: UInt32 = 0
    guard let bytes = unsafe hb_blob_get_data(table, &count), count >= 2 else { return true }
    return unsafe bytes[0] == 0 && bytes[1] == 0
  }

  /// The box of a glyph's outline in font units, from its origin on to the right and up.
  struct Extents {
    var left: Int
    var right: Int
    var bottom: Int
    var top: Int
  }

  /// - Returns: `nil` where the font does not tell.
  func extents(of glyph: UInt32) -> Extents? {
    var found = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(shaping, glyph, &found) != 0 else { return nil }
    let left = Self.kept(found.x_bearing)
    let top = Self.kept(found.y_bearing)
    var extents = Extents(
      left: left, right: left + Self.kept(found.width), bottom: top + Self.kept(found.height),
      top: top)
    if isSheared {
      let shear = { (height: Int) in scale(height, by: Self.obliqueShear, over: 0x10000) }
      extents.left += min(0, shear(extents.bottom))
      extents.right += max(0, shear(extents.top))
    }
    return extents
  }

  /// The glyph of a code point, nil where the font has none.
  func glyph(for scalar: UInt32) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    guard unsafe hb_font_get_nominal_glyph(shaping, scalar, &glyph) != 0, glyph != 0 else {
      return nil
    }
    return glyph
  }
}

// MARK: - Lines of the font

extension FontFace {
  /// A line that goes with letters, in font units.
  struct Rule {
    /// Of its middle above the baseline.
    var height: Int
    /// At least 1.
    var thickness: Int
  }

  /// The line below letters, from the table `post`.
  var underline: Rule {
    rule(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, HB_OT_METRICS_TAG_UNDERLINE_SIZE)
  }

  /// The line through letters, from the table `OS/2`.
  var strike: Rule { rule(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, HB_OT_METRICS_TAG_STRIKEOUT_SIZE) }

  private func rule(_ offset: hb_ot_metrics_tag_t, _ size: hb_ot_metrics_tag_t) -> Rule {
    // HarfBuzz gives the upper edge.
    let thickness = max(1, metric(size, from: 1))
    return Rule(height: metric(offset, from: -unitsPerEm) - thickness / 2, thickness: thickness)
  }

  /// Size of small letters in font units an em, and how far they are moved upwards, from the table `OS/2`.
  func smallLetters(_ script: TextScript) -> (size: Int, rise: Int) {
    switch script {
    case .normal: (unitsPerEm, 0)
    case .super:
      (
        metric(HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_SIZE, from: unitsPerEm / 4),
        metric(HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_OFFSET, from: 0)
      )
    case .sub:
      (
        metric(HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_SIZE, from: unitsPerEm / 4),
        -metric(HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_OFFSET, from: 0)
      )
    }
  }

  /// A number of the font, or what HarfBuzz takes where it has none; within an em.
  private func metric(_ tag: hb_ot_metrics_tag_t, from least: Int) -> Int {
    var value: hb_position_t = 0
    unsafe hb_ot_metrics_get_position_with_fallback(shaping, tag, &value)
    return max(least, min(Int(value), unitsPerEm))
  }

  /// A tag as fonts have it.
  static func code(of tag: String) -> UInt32 {
    tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four characters of a tag; what is none of ASCII's, as a font that is damaged may have it, as a question mark.
  static func name(of tag: UInt32) -> String {
    String(
      decoding: [24, 16, 8, 0].map { shift in
        let byte = UInt8(truncatingIfNeeded: tag >> UInt32(shift))
        return 0x20...0x7E ~= byte ? byte : UInt8(ascii: "?")
      }, as: UTF8.self)
  }
}

// MARK: - Variation axes

extension FontFace {
  private enum Axis {
    static let weight: UInt32 = 0x7767_6874  // wght
    static let slant: UInt32 = 0x736C_6E74  // slnt
    static let italic: UInt32 = 0x6974_616C  // ital
  }

  /// Puts a variable font at its weight, slants it where it can, and sets the axes that are asked for; the
  /// others stay at their defaults. Empty for a font without axes.
  private static func setAxes(
    of face: FT_Face, _ library: FreeTypeLibrary, _ key: Key
  ) -> [(tag: UInt32, value: Int, range: ClosedRange<Int>)] {
    guard unsafe face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 else {
      return []
    }
    var description: UnsafeMutablePointer<FT_MM_Var>?
    guard unsafe FT_Get_MM_Var(face, &description) == 0, let axes = unsafe description else {
      return []
    }
    defer { _ = unsafe FT_Done_MM_Var(library.raw, axes) }
    var settings: [(tag: UInt32, value: Int, range: ClosedRange<Int>)] = []
    for index in 0..<(unsafe Int(axes.pointee.num_axis)) {
      let axis = unsafe axes.pointee.axis[index]
      let tag = unsafe UInt32(truncatingIfNeeded: axis.tag)
      var value = unsafe Int(axis.def)
      let minimum = unsafe Int(axis.minimum)
      let maximum = unsafe Int(axis.maximum)
      if tag == Axis.weight { value = max(minimum, min(key.weight * 65536, maximum)) }
      if key.italic && tag == Axis.slant { value = minimum }
      if key.italic && tag == Axis.italic { value = maximum }
      if let asked = key.axes.first(where: { $0.tag == tag }) {
        value = max(minimum, min(asked.value, maximum))
      }
      settings.append((tag, value, min(minimum, maximum)...max(minimum, maximum)))
    }
    var coordinates = settings.map { FT_Fixed($0.value) }
    let count = FT_UInt(coordinates.count)
    let status = unsafe coordinates.withUnsafeMutableBufferPointer { coordinates in
      unsafe FT_Set_Var_Design_Coordinates(face, count, coordinates.baseAddress)
    }
    return status == 0 ? settings : []
  }
}
