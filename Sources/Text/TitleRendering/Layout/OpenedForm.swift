internal import BaseValues
internal import TimelineModel

/// A form with its font, and what that measures.
struct OpenedForm {
  let form: TextForm
  let resolved: FontLibrary.Resolved
  /// Size of an em of its letters.
  let size: LayoutUnit
  /// How far its letters stand above the baseline.
  let rise: LayoutUnit
  let features: ShapingFeatures
  /// Above and below the baseline, and between two lines.
  let ascent: LayoutUnit
  let descent: LayoutUnit
  let gap: LayoutUnit

  init(_ form: TextForm, _ style: TextStyle, _ library: FontLibrary) throws(TitleError) {
    self.form = form
    let axes = style.axes.prefix(FontSetting.most).filter { FontSetting.isTag($0.tag) }.map {
      FontFace.AxisPlace(
        tag: FontFace.code(of: $0.tag), value: $0.value.fixed(65536, in: FontSetting.axes))
    }
    resolved = try library.resolve(
      form.font, weight: form.weight, italic: form.italic, axes: axes)
    let face = resolved.face
    features =
      style.features.isEmpty && form.letterSpacing == 0
      ? .none : ShapingFeatures(style.features, partsLetters: form.letterSpacing != 0)
    let small = face.smallLetters(form.script)
    size = scale(form.size, by: small.size, over: face.unitsPerEm)
    rise = scale(form.size, by: small.rise, over: face.unitsPerEm)
    // Raised letters leave lines where they are.
    ascent = scale(form.size, by: face.ascender, over: face.unitsPerEm)
    descent = scale(form.size, by: face.descender, over: face.unitsPerEm)
    gap = scale(form.size, by: face.lineDistance, over: face.unitsPerEm) - ascent - descent
  }

  /// A line that goes with its letters: from the upper to the lower edge, downwards from the baseline.
  func rule(_ rule: FontFace.Rule) -> Range<LayoutUnit> {
    let thickness = max(1, scale(form.size, by: rule.thickness, over: resolved.face.unitsPerEm))
    let middle = -scale(form.size, by: rule.height, over: resolved.face.unitsPerEm)
    let top = middle - thickness / 2
    return top..<top + thickness
  }
}
