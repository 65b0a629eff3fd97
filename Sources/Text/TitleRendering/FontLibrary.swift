internal import CText
internal import TimelineModel

/// Owner of FreeType, of the list of installed fonts, and of every face that was opened.
///
/// Not for several threads at once: `TextRenderer` keeps it behind a lock.
final class FontLibrary {
  /// The face for a style, and in which way it is not what was asked for.
  struct Resolved {
    var face: FontFace
    var style: FontStyle
    /// Family as asked, for finding fallback fonts; empty for font files.
    var family: String
    var axes: [FontFace.AxisPlace] = []
    /// The nearest weight that the family has, where it is not the asked one.
    var nearestWeight: Int?

    /// Whether the nearest weight looks different enough to be worth a word: two steps of CSS, as
    /// from regular to semibold. Regular itself is what nobody asked for in particular.
    var isWeightFar: Bool {
      guard let nearestWeight else { return false }
      return style.weight != 400 && abs(nearestWeight - style.weight) >= 200
    }
  }

  let freeType: FreeTypeLibrary
  private let configuration: FontConfiguration
  private let matching: FontMatching
  private let access: FontAccess
  private var files: [String: FontFile] = [:]
  private var faces: [FontFace.Key: FontFace] = [:]
  private var substitutes: [FallbackKey: FontSubstitutes] = [:]

  private struct FallbackKey: Hashable {
    var family: String
    var style: FontStyle
  }

  init(access: FontAccess) throws(TitleError) {
    freeType = try FreeTypeLibrary()
    configuration = try FontConfiguration(
      folders: access.fontFolders, usesInstalledFonts: access.usesInstalledFonts)
    matching = FontMatching(records: configuration.records)
    self.access = access
  }

  // MARK: - Asked fonts

  /// The face for a form of letters.
  ///
  /// - Throws: `TitleError.unknownFamily`, `.fontFile`, `.notAFont`.
  func resolve(
    _ font: FontChoice, weight: Int, italic: Bool, axes: [FontFace.AxisPlace] = []
  ) throws(TitleError) -> Resolved {
    var resolved = try resolve(font, weight: max(1, min(weight, 1000)), italic: italic, axes)
    resolved.axes = axes
    return resolved
  }

  private func resolve(
    _ font: FontChoice, weight: Int, italic: Bool, _ axes: [FontFace.AxisPlace]
  ) throws(TitleError) -> Resolved {
    switch font {
    case .file(let path):
      let location = try access.locate(path)
      let key = FontFace.Key(path: location, index: 0, weight: weight, italic: italic, axes: axes)
      return Resolved(
        face: try face(key, shownPath: path, permits: access.permits),
        style: FontStyle(weight: weight, italic: italic), family: "")
    case .family(let name):
      if let match = matching.match(name, weight: weight, italic: italic) {
        return try resolve(match, name, axes)
      }
      let style = FontStyle(weight: weight, italic: italic)
      guard Self.genericFamilies.contains(name.lowercased()) else {
        throw .unknownFamily(
          name, suggestions: matching.suggestions(for: name), installed: matching.familyNames.count)
      }
      guard let location = fallbacks(name.lowercased(), style).first else { throw .noFonts }
      let key = FontFace.Key(
        path: location.path, index: location.index, weight: weight, italic: style.italic, axes: axes
      )
      return Resolved(
        face: try face(key, shownPath: location.path), style: style, family: name.lowercased())
    }
  }

  private func resolve(
    _ match: FontMatching.Match, _ name: String, _ axes: [FontFace.AxisPlace]
  ) throws(TitleError) -> Resolved {
    let (record, style) = (match.record, match.style)
    let key = FontFace.Key(
      path: record.path, index: record.index, weight: style.weight, italic: style.italic,
      axes: axes)
    let nearest =
      style.weight < record.weight.lowerBound ? record.weight.lowerBound : record.weight.upperBound
    return Resolved(
      face: try face(key, shownPath: record.path), style: style,
      family: record.families.first ?? name,
      nearestWeight: record.weight.contains(style.weight) ? nil : nearest)
  }

  /// Names that mean a kind of font, and for which fontconfig's choice is the answer.
  private static let genericFamilies: Set<String> = [
    "sans", "sans-serif", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji",
    "math",
  ]

  // MARK: - Fallback fonts

  /// The first face that has all of `scalars`, nil where none has.
  ///
  /// - Parameter inColor: whether pictures in colour are preferred to letters.
  func fallback(
    for scalars: [UInt32], inColor: Bool, _ resolved: Resolved
  ) -> FontFace? {
    let substitutes = fallbacks(resolved.family, resolved.style)
    for location in substitutes.locations(having: scalars, inColor: inColor) {
      let key = FontFace.Key(
        path: location.path, index: location.index, weight: resolved.style.weight,
        italic: resolved.style.italic, axes: resolved.axes)
      // A broken font is passed over: the text can still be drawn with the next.
      guard let face = try? face(key, shownPath: location.path) else { continue }
      if scalars.allSatisfy({ face.glyph(for: $0) != nil }) { return face }
    }
    return nil
  }

  private func fallbacks(_ family: String, _ style: FontStyle) -> FontSubstitutes {
    let key = FallbackKey(family: family, style: style)
    if let known = substitutes[key] { return known }
    let made = configuration.substitutes(for: family.isEmpty ? "sans-serif" : family, style)
    substitutes[key] = made
    return made
  }

  // MARK: - Faces

  private func face(
    _ key: FontFace.Key, shownPath: String, permits: ((String) -> Bool?)? = nil
  ) throws(TitleError) -> FontFace {
    if let face = faces[key] { return face }
    let file: FontFile
    if let known = files[key.path] {
      file = known
    } else {
      file = try FontFile(path: key.path, shownPath: shownPath, permits: permits)
      files[key.path] = file
    }
    let face = try FontFace(key, file: file, shownPath: shownPath, library: freeType)
    faces[key] = face
    return face
  }
}
