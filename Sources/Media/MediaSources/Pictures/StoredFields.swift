package import LibAV

/// What a stream is found to say of its fields.
package struct StoredFields: Hashable, Sendable {
  /// Which field of an interlaced picture is the earlier one.
  package enum Order: Int, Sendable {
    case topFirst
    case bottomFirst
  }

  var isFirstInterlaced = false
  /// What the container says, for codecs whose pictures do not say it themselves; `nil` for
  /// progressive pictures, and for the other codecs.
  package var container: Order?
}

extension StoredFields {
  package init(_ first: FirstFrame, _ stream: StreamDescription) {
    isFirstInterlaced = first.isInterlaced
    guard !Self.tellingCodecs.contains(stream.codecName) else { return }
    // As QuickTime and Matroska (RFC 9559, FieldOrder) mean them: the last two are rows of both
    // fields in turn, with the upper or lower one shown first.
    switch stream.video.fieldOrder {
    case .topTop, .topBottom: container = .topFirst
    case .bottomBottom, .bottomTop: container = .bottomFirst
    case .progressive, .unknown: container = nil
    }
  }

  /// Codecs that tell picture by picture what is interlaced; progressive ones among others are so.
  private static let tellingCodecs: Set<String> = [
    "av1", "dirac", "dnxhd", "dvvideo", "ffv1", "h264", "hevc", "mjpeg", "mpeg1video", "mpeg2video",
    "mpeg4", "prores", "utvideo", "vc1", "vp8", "vp9", "wmv3",
  ]
}
