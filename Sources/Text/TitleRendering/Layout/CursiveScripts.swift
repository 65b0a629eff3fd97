internal import CText

/// Scripts whose letters join: nothing is put between them.
enum CursiveScripts {
  /// Keeps letters from joining, and is not seen (ZWNJ).
  static let nonJoiner: Unicode.Scalar = "\u{200C}"

  private static let scripts: Set<UInt32> = [
    HB_SCRIPT_ARABIC.rawValue, HB_SCRIPT_SYRIAC.rawValue, HB_SCRIPT_MONGOLIAN.rawValue,
    HB_SCRIPT_NKO.rawValue, HB_SCRIPT_MANDAIC.rawValue, HB_SCRIPT_PHAGS_PA.rawValue,
    HB_SCRIPT_MANICHAEAN.rawValue, HB_SCRIPT_PSALTER_PAHLAVI.rawValue, HB_SCRIPT_ADLAM.rawValue,
    HB_SCRIPT_HANIFI_ROHINGYA.rawValue, HB_SCRIPT_SOGDIAN.rawValue,
  ]

  /// Whether a letter may join others; the tatweel may, spaces and digits do not.
  static func joins(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{0640}" || scalar == "\u{200D}" { return true }
    let script = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    return scripts.contains(script.rawValue) && scalar.properties.isAlphabetic
  }
}
