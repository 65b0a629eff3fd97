public import TimelineModel

/// A font that a text is drawn with.
public struct UsedFont: Hashable, Sendable {
  /// The font's file.
  public var path: String
  /// Which face of the file, from 0.
  public var face: Int
  /// Whether letters are slanted because an italic was asked for and the font has none.
  public var isSheared: Bool
  /// XXH64 of the file.
  public var contentHash: UInt64
}

extension TextRenderer {
  /// The fonts that a text is drawn with: the asked one, then those that stand in for characters it
  /// does not have.
  ///
  /// - Throws: as `render`.
  public func fonts(of style: TextStyle) throws(TitleError) -> [UsedFont] {
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
