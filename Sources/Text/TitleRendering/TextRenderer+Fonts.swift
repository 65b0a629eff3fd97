package import TimelineModel

/// A font that a text is drawn with.
package struct UsedFont: Hashable, Sendable {
  /// The font's file.
  package var path: String
  /// Which face of the file, from 0.
  package var face: Int
  /// Whether letters are slanted because an italic was asked for and the font has none.
  package var isSheared: Bool
  /// XXH64 of the file.
  package var contentHash: UInt64
}

extension TextRenderer {
  /// The fonts that a text is drawn with: the asked one, then those that stand in for characters it
  /// does not have.
  ///
  /// - Throws: as `render`.
  package func fonts(of style: TextStyle) throws(TitleError) -> [UsedFont] {
    try withEngine { engine throws(TitleError) in
      let layout = try TextLayout(style, in: engine.library, engine.shaper)
      return layout.faces.map { face in
        UsedFont(
          path: face.file.path, face: face.index, isSheared: face.isSheared,
          contentHash: face.file.contentHash)
      }
    }
  }
}

extension TextRenderer {
  /// The families of installed fonts, by their names in order; none where fonts cannot be looked at.
  package func familyNames() -> [String] {
    (try? withEngine { engine in engine.library.familyNames }) ?? []
  }

  /// How many of a text's characters the font has that is asked for, without those that stand in for it;
  /// `nil` where there is no such font.
  package func coverage(of style: TextStyle) -> (covered: Int, count: Int)? {
    try? withEngine { engine throws(TitleError) in
      let face = try engine.library.resolve(
        style.font, weight: style.weight, italic: style.italic
      ).face
      let scalars = Set(style.text.unicodeScalars.lazy.filter { $0.value > 0x20 }.map(\.value))
      return (scalars.count { face.glyph(for: $0) != nil }, scalars.count)
    }
  }
}
