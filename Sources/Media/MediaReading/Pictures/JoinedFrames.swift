import LibAV
import MediaSources

/// The pictures of a file that is decoded in parts: of streams that were joined, or of media of which an
/// edit list shows pieces.
final class JoinedFrames: StoredFrames {
  private let file: MediaFile
  private let protocols: [String]
  private let threads: Int
  private let runs: [PictureRun]
  /// Pictures before each run.
  private let starts: [Int]
  let count: Int
  /// One for each part; opened when a picture of it is asked for. Of the other parts only one stays
  /// open, for a dissolve between two.
  private var readers: [(part: Int, reader: any StoredFrames)] = []
  private static let mostReaders = 2
  private var closedRestarts = 0

  var kept = 1 {
    didSet { for (_, reader) in readers { reader.kept = kept } }
  }

  init(_ file: MediaFile, protocols: [String], threads: Int) throws(LibAVError) {
    guard let pictures = file.pictures, !pictures.runs.isEmpty else {
      throw .unusable(for: "open pictures")
    }
    self.file = file
    self.protocols = protocols
    self.threads = threads
    runs = pictures.runs
    var starts: [Int] = []
    var count = 0
    for run in runs {
      starts.append(count)
      count += run.pictures.count
    }
    (self.starts, self.count) = (starts, count)
  }

  var restarts: Int { readers.reduce(closedRestarts) { $0 + $1.reader.restarts } }

  /// The part that a picture lies in, and its number there.
  private func place(of number: Int) -> (part: Int, number: Int)? {
    guard number >= 0, number < count else { return nil }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= number { low = middle + 1 } else { high = middle }
    }
    let run = runs[low - 1]
    return (run.part, run.pictures.lowerBound + number - starts[low - 1])
  }

  func distance(to number: Int) -> Int? {
    guard let place = place(of: number) else { return nil }
    return readers.first { $0.part == place.part }?.reader.distance(to: place.number)
  }

  func steps(backTo number: Int) -> Bool {
    guard let place = place(of: number), let last = readers.last, last.part == place.part else {
      return false
    }
    return last.reader.steps(backTo: place.number)
  }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    guard let place = place(of: number) else { throw .unusable(for: "find picture") }
    return try reader(of: place.part).frame(place.number)
  }

  private func reader(of part: Int) throws(LibAVError) -> any StoredFrames {
    if let index = readers.firstIndex(where: { $0.part == part }) {
      // The one used last stands last.
      let found = readers.remove(at: index)
      readers.append(found)
      return found.reader
    }
    let reader: any StoredFrames =
      threads > 1
      ? try ThreadedFrames(file, part: part, protocols: protocols, threads: threads)
      : try VideoReader(file, part: part, protocols: protocols)
    reader.kept = kept
    if readers.count >= Self.mostReaders {
      closedRestarts += readers.removeFirst().reader.restarts
    }
    readers.append((part, reader))
    return reader
  }
}
