internal import CText
internal import TimelineModel

/// OpenType features that a run is shaped with beside those of its script.
@safe struct ShapingFeatures {
  fileprivate(set) var list: [hb_feature_t] = []

  static let none = ShapingFeatures()

  private init() {}

  /// - Parameter partsLetters: whether letters stand apart, which ligatures would undo.
  init(_ settings: [FontSetting], partsLetters: Bool) {
    // What is asked for comes last, and counts.
    if partsLetters { for tag in ["liga", "clig"] { add(tag, 0) } }
    for setting in settings.prefix(FontSetting.most) where FontSetting.isTag(setting.tag) {
      add(setting.tag, UInt32(setting.value.fixed(1, in: FontSetting.features)))
    }
  }

  private mutating func add(_ tag: String, _ value: UInt32) {
    list.append(
      hb_feature_t(tag: FontFace.code(of: tag), value: value, start: 0, end: UInt32.max))
  }
}
