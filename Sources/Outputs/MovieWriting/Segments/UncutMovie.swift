import BaseValues
import FileSystem
import LibAV
import MovieBoxes
import OutputKinds
import PlanModel
import Rendering

/// A movie that is written as a whole first, beside its destination and without a name, to be cut when it is complete:
/// so each piece has the samples, the times and the description that the whole has.
struct UncutMovie: ~Copyable {
  /// Bytes that are copied at a time.
  private static let blockSize = 8 << 20

  private let output: PlannedOutput
  private var writer: MovieWriter
  /// Frames with which chunks of pictures begin.
  private(set) var chunkStarts: [Int] = []
  private var frameCount = 0

  /// - Throws: `RenderError` of kind `disk` or `encoder`, as sinks do.
  init(beside path: String, _ output: PlannedOutput) throws(RenderError) {
    do throws(MovieWriteError) {
      var tracks: [MovieTrack] = []
      for track in output.tracks { tracks.append(try MovieTrack(track, of: output)) }
      var description = output.description
      // Texts are in files of their own.
      if output.container.isSegmented { description.subtitles = [] }
      writer = try MovieWriter(
        besides: path, tracks: tracks, packetCount: output.packetCount,
        container: output.container, description: description, isCut: true)
      self.output = output
    } catch {
      throw error.renderError
    }
  }

  /// Appends what follows of a track.
  ///
  /// - Throws: `RenderError` of kind `disk` or `encoder`, as sinks do.
  mutating func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    do throws(MovieWriteError) {
      try writer.append(chunk, to: track)
    } catch {
      throw error.renderError
    }
    guard output.tracks.indices.contains(track), case .pictures = output.tracks[track] else {
      return
    }
    chunkStarts.append(frameCount)
    frameCount += chunk.frameCount
  }

  /// Completes the whole.
  mutating func finish() throws(MovieWriteError) -> FragmentedMovie {
    try writer.finish()
    let index = try writer.index()
    do throws(BoxError) {
      return try FragmentedMovie(index)
    } catch {
      throw refused(error)
    }
  }

  func refused(_ error: BoxError) -> MovieWriteError {
    writer.refused("the movie cannot be cut: \(error)")
  }

  /// The first box of the file, `ftyp`.
  func type() throws(MovieWriteError) -> Box {
    let head = try writer.bytes(8, at: 0)
    let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard let box = try? Box.boxes(in: try writer.bytes(size, at: 0)).first else {
      throw writer.refused("the muxer wrote no type")
    }
    return box
  }

  /// Hands over bytes of the whole in blocks.
  func copy(
    _ ranges: [Range<Int>], to body: ([UInt8]) throws(MovieWriteError) -> Void
  ) throws(MovieWriteError) {
    for range in ranges {
      var place = range.lowerBound
      while place < range.upperBound {
        let count = min(Self.blockSize, range.upperBound - place)
        try body(try writer.bytes(count, at: place))
        place += count
      }
    }
  }
}

extension FragmentedMovie {
  /// The samples of every track that belong to pieces, which begin with some frames.
  ///
  /// Sound belongs to the piece in which it begins to be heard; what comes before it to the first one.
  ///
  /// - Parameter starts: frames, 0 first.
  /// - Returns: for each piece, the samples of each track; empty ones where there are none.
  func pieces(from starts: [Int], rate: FrameRate) -> [[Range<Int>]] {
    let bounds = tracks.map { track in
      starts.map { (start: Int) -> Int in
        if start == 0 { return 0 }
        if track.isPictures { return min(start, track.samples.count) }
        let wanted = Int128(start) * Int128(rate.seconds) * Int128(track.timescale)
        return track.samples.partitioningIndex {
          Int128(track.time(of: $0)) * Int128(rate.frames) >= wanted
        }
      } + [track.samples.count]
    }
    return starts.indices.map { piece in bounds.map { $0[piece]..<$0[piece + 1] } }
  }
}

extension [TrackSample] {
  /// The first place from which on all satisfy a condition, which those before it do not.
  fileprivate func partitioningIndex(_ condition: (TrackSample) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
