package import BaseValues

/// How large pictures can be.
package struct PictureLimit: Hashable, Sendable {
  /// What sets the limit, for people: `level 6.2`.
  package var name: String
  /// Pixels in a row or column of a block.
  package var blockSide: Int
  /// Blocks of a picture at most; those at its edges count whole.
  package var mostBlocks: Int

  package func allows(_ size: Size) -> Bool {
    (size.width + blockSide - 1) / blockSide * ((size.height + blockSide - 1) / blockSide)
      <= mostBlocks
  }
}
