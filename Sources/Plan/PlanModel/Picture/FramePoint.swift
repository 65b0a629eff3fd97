/// A moment between two frames of a source.
///
/// ```
///   source       n       n+1              frames begin at whole numbers
///   position     ├────┬───┤               from n and n+1 the picture is made that lies between them
/// ```
package struct FramePoint: Hashable, Sendable {
  /// In 1/32768 of a frame of the source.
  package var position: Int

  /// A moment; from 0 on.
  package init(position: Int) { self.position = position }

  /// Whether it is one that can be drawn.
  package var isSound: Bool { position >= 0 && position <= 1 << 50 }

  /// The two frames.
  package var frames: ClosedRange<Int> {
    let first = position / PictureInput.one
    return first...first + 1
  }

  /// How far from the first one to the second, 0…32767.
  package var share: Int { position % PictureInput.one }
}
