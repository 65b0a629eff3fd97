internal import OutputKinds
import Rendering

extension EncodedChunk {
  /// Frames by which the chunk's decoding runs ahead of its presentation.
  var reorderDelay: Int64 { 0 &- (packets.first?.decoding ?? 0) }

  /// What keeps the chunk from being joined to others, in words; `nil` when nothing does.
  ///
  /// A chunk may come from a disk, so nothing about it is taken for granted: one packet a frame,
  /// every frame shown exactly once, decoded in steps of one frame and never after it is shown, a
  /// key frame first.
  func fault(of codec: VideoCodec) -> String? {
    guard frameCount > 0, packets.count == frameCount else {
      return "chunk has \(packets.count) packets for \(frameCount) frames"
    }
    guard packets[0].isKey else { return "chunk does not begin with a key frame" }
    let delay = reorderDelay
    guard (0...Int64(codec.longestReordering)).contains(delay) else {
      return "chunk is decoded \(delay) frames early"
    }
    var isShown = [Bool](repeating: false, count: frameCount)
    for (index, packet) in packets.enumerated() {
      guard let frame = Int(exactly: packet.presentation), isShown.indices.contains(frame),
        !isShown[frame]
      else { return "chunk shows a frame twice or beyond its end" }
      isShown[frame] = true
      guard packet.decoding == Int64(index) - delay, packet.decoding <= packet.presentation else {
        return "chunk decodes frame \(frame) too late"
      }
    }
    return nil
  }
}
