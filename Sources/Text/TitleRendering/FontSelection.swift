/// The faces that a text is drawn with: the asked one first, then fallbacks in order of first use.
struct FontSelection {
  private(set) var faces: [FontFace]
  /// Scalars that no font has, in order of appearance, each once.
  private(set) var missing: [Unicode.Scalar] = []
  private let resolved: FontLibrary.Resolved
  private let library: FontLibrary
  private var chosen: [Character: Int] = [:]

  init(_ resolved: FontLibrary.Resolved, in library: FontLibrary) {
    self.resolved = resolved
    self.library = library
    faces = [resolved.face]
  }

  /// The face of each scalar. All scalars of a character get the same face where one has them all,
  /// so that marks sit on their letters and joined emoji stay joined.
  mutating func select(_ scalars: [Unicode.Scalar]) -> [Int] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    var selection: [Int] = []
    selection.reserveCapacity(scalars.count)
    for character in String(view) {
      let face = face(for: character)
      for _ in character.unicodeScalars { selection.append(face) }
    }
    return selection
  }

  private mutating func face(for character: Character) -> Int {
    if let known = chosen[character] { return known }
    let face = find(character)
    chosen[character] = face
    return face
  }

  private mutating func find(_ character: Character) -> Int {
    let visible = Array(
      character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
    guard let base = visible.first else { return 0 }
    let inColor = Self.isShownInColor(character)
    if inColor, !resolved.face.hasColor {
      let picture = library.fallback(for: visible.map(\.value), inColor: true, resolved)
      if let picture, picture.hasColor { return index(of: picture) }
    }
    for (index, face) in faces.enumerated() where Self.has(visible, face) {
      if index == 0 || face.hasColor == inColor { return index }
    }
    if let face = library.fallback(for: visible.map(\.value), inColor: inColor, resolved) {
      return index(of: face)
    }
    // No font has them together: the letter counts, and its marks are missing.
    var found = 0
    if resolved.face.glyph(for: base.value) == nil {
      if let face = library.fallback(for: [base.value], inColor: inColor, resolved) {
        found = index(of: face)
      }
    }
    for scalar in visible where faces[found].glyph(for: scalar.value) == nil {
      if !missing.contains(scalar) { missing.append(scalar) }
    }
    return found
  }

  private mutating func index(of face: FontFace) -> Int {
    if let index = faces.firstIndex(where: { $0 === face }) { return index }
    faces.append(face)
    return faces.count - 1
  }

  private static func has(_ scalars: [Unicode.Scalar], _ face: FontFace) -> Bool {
    scalars.allSatisfy { face.glyph(for: $0.value) != nil }
  }

  /// Whether a character asks to be a picture: by a variation selector, or by its own default
  /// (UTS #51, clause 4).
  private static func isShownInColor(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    if scalars.contains("\u{FE0E}") { return false }
    if scalars.contains("\u{FE0F}") { return true }
    return scalars.first?.properties.isEmojiPresentation ?? false
  }
}
