package import FileSystem
import MovieBoxes
import OutputKinds
package import PlanModel
package import Rendering

/// Writes a movie in one file that is cut into fragments, one for each group of pictures.
///
/// ```
/// type  index without samples  where fragments are  fragment  media  fragment  media …  texts
/// ```
package final class FragmentedMovieSink: MovieSink {
  private static let activity = "write movie"

  private let destination: Destination
  private let output: PlannedOutput
  private var whole: UncutMovie?

  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  package init(to destination: Destination, output: PlannedOutput) throws(RenderError) {
    self.destination = destination
    self.output = output
    whole = try UncutMovie(beside: destination.path, output)
  }

  /// Appends what follows of a track.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    try whole?.append(chunk, to: track)
  }

  /// Cuts the movie and makes it appear under its name.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      if let movie = try whole?.finish() { try write(movie) }
    } catch {
      throw error.renderError
    }
    cancel()
  }

  /// Leaves nothing of what is not finished.
  package func cancel() { whole = nil }

  private func write(_ movie: FragmentedMovie) throws(MovieWriteError) {
    guard let picture = movie.tracks.firstIndex(where: \.isPictures), let type = try whole?.type()
    else { return }
    let starts = groupStarts(movie.tracks[picture].samples)
    var fragments: [FragmentedMovie.Fragment] = []
    var lengths: [(size: Int, duration: Int)] = []
    let pieces = movie.pieces(from: starts, rate: output.rate)
    for (number, piece) in pieces.enumerated() {
      let parts = piece.enumerated().filter { !$0.element.isEmpty }
        .map { (track: $0.offset, samples: $0.element) }
      do throws(BoxError) {
        let fragment = try movie.fragment(number + 1, parts)
        fragments.append(fragment)
        let pictures = movie.tracks[picture].samples[piece[picture]]
        lengths.append((fragment.size, pictures.reduce(0) { $0 + $1.duration }))
      } catch {
        throw MovieWriteError(Self.activity, path: destination.path, .refused("\(error)"))
      }
    }
    var file = try PartialFile(destination: destination, activity: Self.activity)
    let head = type.branded("iso6").data
    try file.write(head)
    let chosen = Array(movie.tracks.indices)
    let places = movie.segmentIndex(of: picture, lengths)?.data ?? []
    let others = movie.otherMedia
    let besides = fragments.reduce(head.count + places.count) { $0 + $1.size }
    try file.write(movie.index(of: chosen, others: others.isEmpty ? nil : besides).data)
    try file.write(places)
    for fragment in fragments {
      try file.write(fragment.head)
      try copy(fragment.media, to: &file)
    }
    // Some players count the places of fragments from the first box of media.
    if !others.isEmpty {
      let size = others.reduce(8) { $0 + $1.count }
      try file.write(
        (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array("mdat".utf8))
      try copy(others, to: &file)
    }
    try file.check(output.maxSize)
    try file.publish()
  }

  private func copy(
    _ ranges: [Range<Int>], to file: inout PartialFile
  ) throws(MovieWriteError) {
    try whole?.copy(ranges) { (bytes) throws(MovieWriteError) in try file.write(bytes) }
  }

  /// The first frames of groups of pictures; of chunks, where each picture is encoded without others.
  private func groupStarts(_ samples: [TrackSample]) -> [Int] {
    let starts = whole?.chunkStarts ?? []
    if output.video.codec.standsAlone { return starts }
    return samples.indices.filter { samples[$0].isSync }
  }
}
