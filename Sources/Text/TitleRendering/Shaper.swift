internal import CText

/// A glyph at its place in a run, in the units of its font.
struct ShapedGlyph: Equatable {
  var glyph: UInt32
  /// Index of the first scalar that the glyph stands for.
  var cluster: Int
  var advance: Int
  var offsetX: Int
  /// Upwards.
  var offsetY: Int
}

/// Turns runs of scalars into glyphs with HarfBuzz. One thread at a time.
@safe final class Shaper {
  private let buffer: OpaquePointer

  init() throws(TitleError) {
    guard let created = unsafe hb_buffer_create(),
      unsafe hb_buffer_allocation_successful(created) != 0
    else { throw .library(operation: "hb_buffer_create", code: 0) }
    unsafe buffer = created
  }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// The glyphs of a run from left to right.
  ///
  /// The scalars around the run are seen as context, so that Arabic letters join across fonts.
  /// - Precondition: the run lies within the scalars.
  func shape(
    _ run: Paragraph.Run, of scalars: [UInt32], with face: FontFace,
    _ features: ShapingFeatures = .none
  ) -> [ShapedGlyph] {
    precondition(run.range.lowerBound >= 0 && run.range.upperBound <= scalars.count)
    unsafe hb_buffer_reset(buffer)
    unsafe hb_buffer_add_codepoints(
      buffer, scalars, Int32(clamping: scalars.count), UInt32(run.range.lowerBound),
      Int32(run.range.count))
    unsafe hb_buffer_set_direction(
      buffer, run.level & 1 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    // The language is left open: taken from the environment it would change the picture.
    unsafe hb_buffer_set_script(buffer, hb_script_t(rawValue: run.script))
    unsafe features.list.withUnsafeBufferPointer { features in
      unsafe hb_shape(face.shaping, buffer, features.baseAddress, UInt32(features.count))
    }
    var count: UInt32 = 0
    var positionCount: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
      let positions = unsafe hb_buffer_get_glyph_positions(buffer, &positionCount),
      count == positionCount
    else { return [] }
    var glyphs: [ShapedGlyph] = []
    glyphs.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let info = unsafe infos[index]
      let position = unsafe positions[index]
      glyphs.append(
        ShapedGlyph(
          glyph: info.codepoint, cluster: Int(info.cluster),
          advance: FontFace.kept(position.x_advance),
          offsetX: FontFace.kept(position.x_offset), offsetY: FontFace.kept(position.y_offset)))
    }
    return glyphs
  }
}
