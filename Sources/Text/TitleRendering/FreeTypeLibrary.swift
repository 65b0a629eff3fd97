internal import CText

/// Owner of a FreeType library; faces keep it alive.
@safe final class FreeTypeLibrary {
  let raw: FT_Library

  init() throws(TitleError) {
    var library: FT_Library?
    let status = unsafe FT_Init_FreeType(&library)
    guard status == 0, let library = unsafe library else {
      throw .library(operation: "starting FreeType", code: Int(status))
    }
    unsafe raw = library
  }

  /// Version as one number, for hashes: FreeType's rasteriser decides the pixels.
  var version: UInt64 {
    var major: FT_Int = 0
    var minor: FT_Int = 0
    var patch: FT_Int = 0
    unsafe FT_Library_Version(raw, &major, &minor, &patch)
    return UInt64(major) << 32 | UInt64(minor) << 16 | UInt64(patch)
  }

  deinit { _ = unsafe FT_Done_FreeType(raw) }
}
