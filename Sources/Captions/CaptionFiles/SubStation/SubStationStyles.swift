internal import BaseValues
internal import TimelineModel

/// Reads lines of `[V4+ Styles]` and `[V4 Styles]`.
enum SubStationStyles {
  /// - Parameters:
  ///   - fields: names of the fields in the order of the line, in lower case.
  ///   - isOld: of SSA, whose alignments are numbered otherwise.
  static func style(
    _ values: [String], _ fields: [String], isOld: Bool
  ) -> (name: String, style: SubStationStyle)? {
    func value(_ name: String) -> String? {
      fields.firstIndex(of: name).flatMap { $0 < values.count ? values[$0].trimmedSpaces : nil }
    }
    func number(_ name: String) -> Rational {
      value(name).flatMap { Rational.decimal($0) } ?? .zero
    }
    func flag(_ name: String) -> Bool { value(name).flatMap { Int($0) }.map { $0 != 0 } ?? false }
    guard let name = value("name") else { return nil }
    var style = SubStationStyle()
    style.font = value("fontname").flatMap { $0.isEmpty ? nil : $0 }
    style.size = number("fontsize")
    style.color = value("primarycolour").flatMap(SubStationValue.color) ?? .white
    if isOld { style.color?.alpha = 255 }
    style.isBold = flag("bold")
    style.isItalic = flag("italic")
    style.isUnderlined = flag("underline")
    style.isStruck = flag("strikeout")
    if value("borderstyle") == "3", let box = value("outlinecolour").flatMap(SubStationValue.color)
    {
      style.background = box
    }
    let alignment = value("alignment").flatMap { Int($0) } ?? 2
    style.alignment =
      isOld ? keypad(legacy: alignment) ?? 2 : (1...9).contains(alignment) ? alignment : 2
    style.marginLeft = number("marginl")
    style.marginRight = number("marginr")
    style.marginVertical = number("marginv")
    return (name.hasPrefix("*") ? String(name.dropFirst()) : name, style)
  }

  /// Alignments of SSA and of `\a`: 1 to 3 at the bottom, 5 to 7 at the top, 9 to 11 in the middle.
  static func keypad(legacy number: Int) -> Int? {
    switch number {
    case 1...3: number
    case 5...7: number + 2
    case 9...11: number - 5
    default: nil
    }
  }
}
