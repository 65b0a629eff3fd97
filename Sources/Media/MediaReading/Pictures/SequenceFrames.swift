import FileSystem
import LibAV
import MediaSources
import TimelineModel

/// Gives stored pictures by number, in the order of presentation.
protocol StoredFrames: AnyObject {
  var count: Int { get }
  /// Last pictures to hold on to, for going back by a few.
  var kept: Int { get set }
  /// Times that decoding began anew, for tests.
  var restarts: Int { get }
  /// Pictures to decode until this one, 0 when it is at hand; `nil` when a seek is needed.
  func distance(to number: Int) -> Int?
  /// Whether a picture is a few before the one that was asked for last, so that others before it are
  /// wanted next.
  func steps(backTo number: Int) -> Bool
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame
}

/// The pictures of a sequence, each from a file that is opened when its picture is asked for and
/// closed when that is decoded.
final class SequenceFrames: StoredFrames {
  private let files: FileSeries
  private let stream: Int
  /// The last pictures given, by the places of their files.
  private var recent: [(place: Int, frame: SharedFrame)] = []
  var kept = 1
  private(set) var restarts = 0

  func steps(backTo number: Int) -> Bool { false }

  init(_ files: FileSeries, stream: Int) {
    self.files = files
    self.stream = stream
  }

  var count: Int { files.count }

  func distance(to number: Int) -> Int? {
    let place = files.place(ofFrame: number)
    return recent.contains { $0.place == place } ? 0 : 1
  }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    let place = files.place(ofFrame: number)
    if let known = recent.first(where: { $0.place == place }) { return known.frame }
    restarts += 1
    var decoder = try FrameDecoder(
      files.location(at: place), stream: stream, protocols: [])
    guard let picture = try decoder.next(), !decoder.hasMetDamage else { throw .damagedPicture }
    let shared = picture.frame
    if recent.count >= kept { recent.removeFirst() }
    recent.append((place, shared))
    return shared
  }
}
