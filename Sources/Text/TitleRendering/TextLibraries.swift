internal import CText

/// The C libraries that find, shape and draw letters.
package enum TextLibraries {
  /// Their names and versions at run time, sorted by name.
  package static var versions: [(name: String, version: String)] {
    let fontconfig = FcGetVersion()
    let freeType = ((try? FreeTypeLibrary())?.version).map { packed in
      "\(packed >> 32).\(packed >> 16 & 0xffff).\(packed & 0xffff)"
    }
    let fribidi = unsafe cutlist_fribidi_version().map { unsafe String(cString: $0) }
    let harfBuzz = unsafe hb_version_string().map { unsafe String(cString: $0) }
    return [
      ("FreeType", freeType ?? "unknown"),
      ("FriBidi", fribidi.map(number) ?? "unknown"),
      ("HarfBuzz", harfBuzz ?? "unknown"),
      // 21401 is 2.14.1.
      ("fontconfig", "\(fontconfig / 10_000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
    ]
  }

  /// The number in `(GNU FriBidi) 1.0.8` and further lines.
  private static func number(_ text: String) -> String {
    text.split(separator: "\n").first?.split(separator: " ").last.map(String.init) ?? text
  }
}
