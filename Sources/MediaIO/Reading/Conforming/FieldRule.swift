import LibAV
import TimelineModel

/// Says of each picture of a stream whether it is interlaced, and which field is the earlier one.
struct FieldRule: Hashable, Sendable {
  enum Order: Sendable {
    case topFirst
    case bottomFirst
  }

  private let said: Interlace
  private let container: Order?

  static let progressive = FieldRule(.none)

  /// - Parameters:
  ///   - said: what the project says.
  ///   - stream: what the container says; counts for codecs whose pictures do not say it
  ///     themselves.
  init(_ said: Interlace, stream: StreamDescription? = nil) {
    self.said = said
    guard let stream, !Self.tellingCodecs.contains(stream.codecName) else {
      container = nil
      return
    }
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

  /// `nil` for a progressive picture.
  func order(of picture: SharedFrame) -> Order? {
    switch said {
    case .none: return nil
    case .topFirst: return .topFirst
    case .bottomFirst: return .bottomFirst
    case .auto:
      return picture.withFrame { (frame) -> Order? in
        frame.isInterlaced ? (frame.isTopFieldFirst ? .topFirst : .bottomFirst) : container
      }
    }
  }
}
