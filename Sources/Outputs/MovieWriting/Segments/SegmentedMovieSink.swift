import BaseValues
package import FileSystem
import MovieBoxes
import OutputKinds
package import PlanModel
import Raster
package import Rendering

/// Writes a movie as a folder of segments and a file that names them: a playlist (RFC 8216), or a description of a
/// presentation (ISO/IEC 23009-1).
///
/// ```
/// day.m3u8, or day.mpd                   which tracks there are
/// day.segments/video-4f…1c.m3u8          which segments a track has
///              video-9a…30.mp4           its index without samples
///              video-00000-77…b2.m4s     its segments
///              video2-…                  the same of a further rendition of the pictures
///              audio-…, subtitles-…      the same of sound and of texts (WebVTT)
/// ```
/// With `day.mpd` it names the segments itself, and texts are files of their own. Both kinds beside each other have one
/// folder, and the segments in common.
///
/// What lies in the folder is called by a hash of its bytes: what has not changed keeps its name, and nothing is ever
/// replaced by something else. So the older movie is whole until the file that names all takes the place of the older
/// one, which is written last.
package final class SegmentedMovieSink: MovieSink {
  static let activity = "write segments"

  private let destination: Destination
  private let output: PlannedOutput
  private let folder: SegmentFolder
  /// Further renditions of the pictures.
  let renditions: [RenditionSink]
  private var whole: UncutMovie?
  /// Files that were not there before.
  private var made: [String] = []
  /// Bytes of all files together.
  private var size = 0

  /// - Parameter renditions: outputs of pictures alone, whose segments begin with the same frames; each has a sink in
  ///   `renditions`, which takes its chunks. The movie is finished when all of them are, or one is cancelled.
  /// - Throws: `RenderError` of kind `disk` or `encoder`.
  package init(
    to destination: Destination, output: PlannedOutput, renditions: [PlannedOutput] = []
  ) throws(RenderError) {
    self.destination = destination
    self.output = output
    folder = SegmentFolder(of: destination.path)
    var sinks: [RenditionSink] = []
    for rendition in renditions {
      sinks.append(try RenditionSink(beside: destination.path, output: rendition))
    }
    self.renditions = sinks
    whole = try UncutMovie(beside: destination.path, output)
  }

  /// Appends what follows of a track.
  package func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    try whole?.append(chunk, to: track)
  }

  /// Cuts the movie; what names the segments appears when all are there.
  package func finish() throws(RenderError) {
    do throws(MovieWriteError) {
      let starts = output.segmentStarts(of: whole?.chunkStarts ?? [])
      let others = try completedRenditions(starts)
      if let movie = try whole?.finish() { try write(movie, others, from: starts) }
    } catch {
      cancel()
      throw error.renderError
    }
    made = []
    cancel()
  }

  /// Takes away what was written.
  package func cancel() {
    whole = nil
    for path in made { try? FileAccess.remove(path) }
    if !made.isEmpty { FileAccess.removeEmptyFolder(folder.path) }
    made = []
  }

  // MARK: - Writing

  /// Writes all, or leaves nothing.
  ///
  /// - Parameters:
  ///   - others: the movies of the renditions.
  ///   - starts: the frames with which segments begin.
  private func write(
    _ movie: FragmentedMovie, _ others: [FragmentedMovie], from starts: [Int]
  ) throws(MovieWriteError) {
    // Another program may write the other kind of movie of this name into the same folder.
    let lock = FolderLock(making: folder.path)
    defer { withExtendedLifetime(lock) {} }
    do throws(MovieWriteError) {
      try writeAll(movie, others, from: starts)
    } catch {
      cancel()
      FileAccess.removeEmptyFolder(folder.path)
      throw error
    }
  }

  private func writeAll(
    _ movie: FragmentedMovie, _ others: [FragmentedMovie], from starts: [Int]
  ) throws(MovieWriteError) {
    let pieces = movie.pieces(from: starts, rate: output.rate)
    do throws(FileError) {
      try FileAccess.makeFolder(folder.path)
    } catch {
      throw MovieWriteError(Self.activity, path: destination.path, .refused(error.message))
    }
    var tracks: [StreamTrack] = []
    var soundCount = 0
    for number in movie.tracks.indices {
      let isPictures = movie.tracks[number].isPictures
      var name = isPictures ? "video" : "audio"
      if !isPictures {
        soundCount += 1
        if soundCount > 1 { name += "\(soundCount)" }
      }
      var track = try rendition(name, number, of: movie, pieces) {
        (ranges, body) throws(MovieWriteError) in try whole?.copy(ranges, to: body)
      }
      if isPictures { track.size = output.size }
      tracks.append(track)
    }
    for (place, (sink, other)) in zip(renditions, others).enumerated() {
      var track = try rendition(
        "video\(place + 2)", 0, of: other, other.pieces(from: starts, rate: sink.output.rate),
        copy: sink.copy)
      track.size = sink.output.size
      tracks.append(track)
    }
    var names = Set(tracks.flatMap { [$0.head] + $0.segments.map(\.name) })
    let text =
      switch output.container.manifest {
      case .presentation: try presentation(tracks, &names)
      case .playlists, nil: try playlist(tracks, &names)
      }
    size += text.utf8.count
    if let limit = output.maxSize, size > limit {
      throw MovieWriteError(
        Self.activity, path: destination.path, .refused(PartialFile.excess(size, limit)))
    }
    var file = try PartialFile(destination: destination, activity: Self.activity)
    try file.write(Array(text.utf8))
    try file.publish()
    made = []
    folder.removeSurplus(besides: names)
  }

  /// The further renditions of the pictures as soon as all are complete.
  ///
  /// - Parameter starts: the frames with which segments begin.
  private func completedRenditions(
    _ starts: [Int]
  ) throws(MovieWriteError) -> [FragmentedMovie] {
    func refused(_ reason: String) -> MovieWriteError {
      MovieWriteError(Self.activity, path: destination.path, .refused(reason))
    }
    var movies: [FragmentedMovie] = []
    for sink in renditions {
      guard let movie = sink.completed() else {
        throw refused("a rendition of its pictures was not rendered")
      }
      guard sink.output.segmentStarts(of: sink.chunkStarts) == starts else {
        throw refused("segments of its renditions begin with other frames")
      }
      movies.append(movie)
    }
    return movies
  }

  /// Playlists of all tracks.
  ///
  /// - Parameter names: gets what is written.
  /// - Returns: the playlist that says which there are.
  private func playlist(
    _ renditions: [StreamTrack], _ names: inout Set<String>
  ) throws(MovieWriteError) -> String {
    var renditions = renditions
    // Players want one of all tracks.
    let target = max(1, renditions.flatMap(\.segments).map(\.roundedSeconds).max() ?? 1)
    for place in renditions.indices {
      let text = renditions[place].playlist(target: target)
      let name = try save(Array(text.utf8), renditions[place].name, "m3u8")
      renditions[place].path = name
      names.insert(name)
    }
    var playlist = MultivariantPlaylist(
      renditions: renditions, folder: folder, output: output, target: target)
    if !output.description.chapters.isEmpty {
      let chapters = try save(Array(playlist.chapterList.utf8), "chapters", "json")
      playlist.chapters = chapters
      names.insert(chapters)
    }
    if let pictures = renditions.first(where: \.isPictures) {
      for (place, texts) in output.description.subtitles.enumerated() {
        let track = try self.texts(texts, place, beside: pictures)
        let list = track.playlist(target: target)
        let name = try save(Array(list.utf8), track.name, "m3u8")
        playlist.subtitles.append(name)
        names.formUnion([name] + track.segments.map(\.name))
      }
    }
    return playlist.text
  }

  /// A description of all tracks; texts are whole files.
  ///
  /// - Parameter names: gets what is written.
  private func presentation(
    _ renditions: [StreamTrack], _ names: inout Set<String>
  ) throws(MovieWriteError) -> String {
    var presentation = MediaPresentation(renditions: renditions, folder: folder, output: output)
    for (place, texts) in output.description.subtitles.enumerated() {
      let bytes = WebVTT.file(texts.cues)
      let name = try save(bytes, Self.stem(ofTexts: place), "vtt")
      presentation.subtitles.append((name, bytes.count))
      names.insert(name)
    }
    return presentation.text
  }

  /// Writes the segments of a track.
  ///
  /// - Parameter copy: hands over bytes of the movie that it is cut from.
  private func rendition(
    _ name: String, _ number: Int, of movie: FragmentedMovie, _ pieces: [[Range<Int>]],
    copy: (
      [Range<Int>], ([UInt8]) throws(MovieWriteError) -> Void
    ) throws(MovieWriteError) -> Void
  ) throws(MovieWriteError) -> StreamTrack {
    let track = movie.tracks[number]
    let index = movie.index(of: [number], others: nil)
    var rendition = StreamTrack(
      name: name, track: number, isPictures: track.isPictures, codec: track.codecName ?? "",
      head: try save(
        Box.type("ftyp", brands: ["iso6", "cmfc", "mp41"]).data + index.data, name, "mp4"))
    let kept = pieces.map { $0[number] }.filter { !$0.isEmpty }
    for (place, samples) in kept.enumerated() {
      let fragment: FragmentedMovie.Fragment
      do throws(BoxError) {
        fragment = try movie.fragment(place + 1, [(number, samples)])
      } catch {
        throw MovieWriteError(Self.activity, path: destination.path, .refused("\(error)"))
      }
      var bytes = Box.type("styp", brands: ["msdh", "cmfs"]).data + fragment.head
      try copy(fragment.media) { bytes += $0 }
      // Sound of the first segment begins at 0, and ends where the movie does.
      let start = place == 0 ? 0 : track.time(of: track.samples[samples.lowerBound])
      let end =
        place + 1 < kept.count
        ? track.time(of: track.samples[samples.upperBound]) : track.length
      rendition.segments.append(
        StreamTrack.Segment(
          name: try save(bytes, Self.stem(name, place), "m4s"), size: bytes.count, start: start,
          end: max(start, end), timescale: track.timescale))
    }
    return rendition
  }

  /// A track of texts in segments as long as those of the pictures; what is shown in several stands in each.
  private func texts(
    _ texts: SubtitleTrack, _ place: Int, beside pictures: StreamTrack
  ) throws(MovieWriteError) -> StreamTrack {
    let name = Self.stem(ofTexts: place)
    var track = StreamTrack(name: name, track: 0, isPictures: false, codec: "wvtt", head: "")
    // One at a time, in their order.
    var cues = texts.cues[...]
    for (number, segment) in pictures.segments.enumerated() {
      guard let start = Rational(Int64(segment.start), Int64(segment.timescale)),
        let end = Rational(Int64(segment.end), Int64(segment.timescale))
      else { continue }
      cues = cues.drop { $0.end <= start }
      let bytes = WebVTT.segment(cues.prefix { $0.start < end })
      track.segments.append(
        StreamTrack.Segment(
          name: try save(bytes, Self.stem(name, number), "vtt"), size: bytes.count,
          start: segment.start, end: segment.end, timescale: segment.timescale))
    }
    return track
  }

  /// `subtitles`, `subtitles2`.
  private static func stem(ofTexts place: Int) -> String {
    "subtitles" + (place == 0 ? "" : "\(place + 1)")
  }

  /// `video-00012`.
  private static func stem(_ name: String, _ number: Int) -> String {
    let digits = "\(number)"
    return name + "-" + String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
  }

  /// Writes a file of the folder, unless it is there.
  ///
  /// - Returns: its name.
  private func save(
    _ bytes: [UInt8], _ stem: String, _ ending: String
  ) throws(MovieWriteError) -> String {
    size += bytes.count
    let name = SegmentFolder.name(stem, ending, of: bytes)
    let path = MediaLocator.join(folder.path, name)
    let isThere = FileAccess.isFolder(path) != nil
    if isThere, (try? FileAccess.read(path)) == bytes { return name }
    var file = try PartialFile(destination: destination.sibling(path), activity: Self.activity)
    try file.write(bytes)
    try file.publish()
    if !isThere { made.append(path) }
    return name
  }
}

extension PlannedOutput {
  /// Frames with which segments begin: as many chunks as fit.
  ///
  /// - Parameter chunks: frames with which chunks begin.
  package func segmentStarts(of chunks: [Int]) -> [Int] {
    let longest = segmentFrames ?? frameCount
    var starts: [Int] = []
    for (place, chunk) in chunks.enumerated() {
      let end = place + 1 < chunks.count ? chunks[place + 1] : frameCount
      if let last = starts.last, end - last <= longest { continue }
      starts.append(chunk)
    }
    return starts
  }
}
