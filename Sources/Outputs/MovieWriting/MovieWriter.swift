import BaseValues
package import FileSystem
import LibAV
import MovieBoxes
package import OutputKinds
package import Rendering

/// Writes a movie file, MP4 for instance, from encoded chunks of its tracks.
///
/// The movie begins at 0 in all tracks, pictures last frames/rate exactly and sound lasts its samples
/// exactly, as
/// far as the container can say it. Packets lie in the file in order of decoding time whatever the order
/// they come in, so the bytes are the same for any schedule.
///
/// What comes of one track is kept in memory until the others have caught up: append in step.
///
/// The file appears under its name when `finish` has returned. Dropping the writer before that
/// leaves nothing behind.
package struct MovieWriter: ~Copyable {
  private static let activity = "write movie"

  private struct Track {
    let kind: MovieTrack
    /// Known with its first chunk.
    var parameters: StreamParameters?
    var reorderDelay: Int64 = 0
    /// In the unit of its times.
    var length: Int64 = 0
    var chunkCount = 0
    var stream = 0
    /// Of all chunks so far; `nil` before the first one, and where one does not say it.
    var light: LightLevels?
  }

  let container: MovieContainer
  let description: MovieDescription
  let movie: MovieContainer.Movie
  /// Nothing is in it where the movie goes to standard output.
  var file: PartialFile
  private let isStream: Bool
  /// Bytes that it may have at most.
  private let maxSize: Int?
  private var muxer: Muxer
  private var tracks: [Track]
  private var interleaver: PacketInterleaver
  /// The muxer's streams of texts; elsewhere they are written with the index.
  private var subtitleStreams: [Int] = []
  private var hasHeader = false

  /// Creates the temporary file in the folder of `path`.
  ///
  /// - Parameters:
  ///   - tracks: in the order of the file.
  ///   - packetCount: most packets of all tracks together; `nil` where that is not known, which may cost
  /// copying the
  ///     file once more.
  ///   - description: what the movie says of itself.
  /// - Throws: `MovieWriteError` when the file cannot be made, `refused` for a description that the
  /// container does not
  ///   hold.
  package init(
    path: String, tracks: [MovieTrack], packetCount: Int? = nil, container: MovieContainer = .usual,
    description: MovieDescription = .init()
  ) throws(MovieWriteError) {
    try self.init(
      to: Destination(path), tracks: tracks, packetCount: packetCount, container: container,
      description: description)
  }

  /// The same for a destination that was looked at before.
  init(
    to destination: Destination, tracks: [MovieTrack], packetCount: Int? = nil,
    container: MovieContainer, description: MovieDescription = .init(), maxSize: Int? = nil
  ) throws(MovieWriteError) {
    try self.init(
      PartialFile(destination: destination), container, tracks, packetCount: packetCount,
      description, maxSize: maxSize)
  }

  /// Creates a movie that is gone with the writer, for what is to be seen before.
  ///
  /// - Parameters:
  ///   - movie: path of the movie beside which it lies.
  ///   - isCut: whether it is going to be cut into fragments.
  init(
    besides movie: String, tracks: [MovieTrack], packetCount: Int? = nil, container: MovieContainer,
    description: MovieDescription = .init(), isCut: Bool = false
  ) throws(MovieWriteError) {
    try self.init(
      PartialFile(besides: movie), container, tracks, packetCount: packetCount, description,
      isCut: isCut)
  }

  /// Writes to standard output as packets come.
  ///
  /// - Parameter place: a path in a folder where a file may lie for a while.
  init(
    streaming tracks: [MovieTrack], container: MovieContainer, description: MovieDescription,
    place: String
  ) throws(MovieWriteError) {
    try self.init(
      PartialFile(besides: place, shownPath: "standard output"), container, tracks,
      packetCount: nil,
      description, isStream: true)
  }

  private init(
    _ partial: consuming PartialFile, _ container: MovieContainer, _ tracks: [MovieTrack],
    packetCount: Int?, _ description: MovieDescription, isStream: Bool = false,
    isCut: Bool = false, maxSize: Int? = nil
  ) throws(MovieWriteError) {
    let path = partial.shownPath
    var movie = MovieContainer.Movie(tracks, packetCount: packetCount)
    movie.isCut = isCut
    let fault =
      tracks.isEmpty
      ? "there are neither pictures nor sound"
      : tracks.lazy.compactMap { $0.fault(in: container) }.first
        ?? description.fault(in: container, trackCount: tracks.count, rate: movie.rate)
    if let fault { throw MovieWriteError(Self.activity, path: path, .refused(fault)) }
    let muxed = container.descriptionForm.hasElements ? description.subtitles : []
    var interleaver = PacketInterleaver(
      timeBases: tracks.map(\.timeBase) + muxed.map { _ in SubtitlePackets.timeBase })
    for (place, track) in muxed.enumerated() {
      let packets = SubtitlePackets.packets(track.cues, container.descriptionForm)
      guard interleaver.add(packets, to: tracks.count + place) else {
        throw MovieWriteError(
          Self.activity, path: path, .refused("two subtitles begin within a millisecond"))
      }
      interleaver.complete(tracks.count + place)
    }
    movie.descriptionSize = MovieIndex.size(of: description, trackCount: tracks.count)
    muxer = try Self.makeMuxer(
      container, isStream ? nil : partial.path, movie, description, for: path)
    self.isStream = isStream
    self.maxSize = maxSize
    file = partial
    self.container = container
    self.description = description
    self.movie = movie
    self.interleaver = interleaver
    self.tracks = tracks.map { track in
      var made = Track(kind: track)
      if case .sound(let parameters) = track { made.parameters = parameters }
      return made
    }
  }

  private static func makeMuxer(
    _ container: MovieContainer, _ partialPath: String?, _ movie: MovieContainer.Movie,
    _ description: MovieDescription, for path: String
  ) throws(MovieWriteError) -> Muxer {
    do throws(LibAVError) {
      return try Muxer(
        path: partialPath, format: container.muxer,
        options: partialPath == nil ? container.streamOptions : container.options(movie),
        tags: container.tags
          + (container.descriptionForm.hasBoxes
            ? [] : description.muxerTags(container))
          + (container.namesChapters ? description.chapterTags : []))
    } catch {
      throw MovieWriteError("create movie", path: path, error)
    }
  }
}

// MARK: - Appending

extension MovieWriter {

  /// Where the movie is written, as long as the writer lives.
  var partialPath: String { file.path }

  /// The index of a finished movie of boxes, with what it says of itself.
  func index() throws(MovieWriteError) -> Box {
    let (place, size, _) = try findIndex()
    let bytes = try file.read(size, at: place)
    do throws(BoxError) {
      if let index = try Box.boxes(in: bytes, at: place).first { return index }
    } catch {
      throw refused("the muxer's index cannot be read: \(error)")
    }
    throw refused("the muxer wrote no index")
  }

  /// Bytes of the movie as it is written so far.
  func bytes(_ count: Int, at place: Int) throws(MovieWriteError) -> [UInt8] {
    try file.read(count, at: place)
  }

  /// Frames or samples of a track appended so far.
  package func length(of track: Int) -> Int64 { tracks[track].length }

  /// Appends what follows of a track.
  ///
  /// - Parameter number: the track's place among those of the movie.
  /// - Throws: `MovieWriteError`, `refused` for a track that the movie does not have, and a chunk that is
  /// damaged, or
  ///   was encoded with other settings than the first.
  package mutating func append(
    _ chunk: EncodedChunk, to number: Int
  ) throws(MovieWriteError) {
    guard tracks.indices.contains(number) else {
      throw refused("the movie was to have no track \(number)")
    }
    var start: Int64 = 0
    if case .pictures(let settings) = tracks[number].kind {
      try check(chunk, number, settings.codec)
      start = tracks[number].length
    }
    guard interleaver.add(chunk.packets, to: number, from: start) else {
      throw refused("\(tracks[number].kind.noun) are out of order")
    }
    tracks[number].light =
      tracks[number].chunkCount == 0
      ? chunk.light : tracks[number].light.flatMap { sum in chunk.light.map { sum + $0 } }
    tracks[number].length += Int64(chunk.frameCount)
    tracks[number].chunkCount += 1
    try writeHeader()
    try write(all: false)
  }

  /// Whether a chunk of pictures follows those before it without a seam.
  private mutating func check(
    _ chunk: EncodedChunk, _ number: Int, _ codec: VideoCodec
  ) throws(MovieWriteError) {
    if let fault = chunk.fault(of: codec) { throw refused(fault) }
    let track = tracks[number]
    guard let parameters = track.parameters else {
      tracks[number].parameters = track.kind.parameters(chunk.parameters, in: container)
      tracks[number].reorderDelay = chunk.reorderDelay
      return
    }
    guard parameters.extradata == chunk.parameters, track.reorderDelay == chunk.reorderDelay else {
      throw refused(
        "chunk \(track.chunkCount) was encoded with other settings than the first")
    }
  }

  /// Completes the movie and makes it appear under its name, in place of what is there.
  ///
  /// - Throws: `MovieWriteError`; the destination is then as it was.
  package mutating func finish() throws(MovieWriteError) {
    for (number, track) in tracks.enumerated() where !interleaver.hasPackets(of: number) {
      throw refused("it has no \(track.kind.noun)")
    }
    try write(all: true)
    do throws(LibAVError) {
      // Containers that are described at their end can say it.
      for track in tracks {
        if let light = track.light { try muxer.setLight(light, stream: track.stream) }
      }
      try muxer.finish()
    } catch {
      throw failure(error)
    }
    if isStream { return }
    try completeDescription()
    try file.check(maxSize)
    try file.publish()
  }
}

// MARK: - Muxing

extension MovieWriter {
  /// Begins the file as soon as it is known how all tracks are described.
  private mutating func writeHeader() throws(MovieWriteError) {
    guard !hasHeader, tracks.allSatisfy({ $0.parameters != nil }) else { return }
    do throws(LibAVError) {
      // In boxes all of this is written when the movie is finished.
      let isSaid = !container.descriptionForm.hasBoxes
      let defaults = description.defaults(tracks.map(\.kind.noun))
      for number in tracks.indices {
        guard let parameters = tracks[number].parameters else { continue }
        let track = description.track(number)
        tracks[number].stream = try muxer.addStream(
          parameters, timeBase: tracks[number].kind.timeBase,
          tags: isSaid ? muxerTags(of: number) : [], roles: isSaid ? track.roles : [],
          isDefault: isSaid && defaults[number])
      }
      if container.descriptionForm.hasElements {
        for subtitles in description.subtitles {
          let track = subtitles.track
          subtitleStreams.append(
            try muxer.addStream(
              SubtitlePackets.parameters(container.descriptionForm),
              timeBase: SubtitlePackets.timeBase, tags: muxerTags(of: track), roles: track.roles,
              isDefault: track.isDefault == true))
        }
      }
      let pictures = isSaid ? try declareParts() : []
      try muxer.writeHeader()
      hasHeader = true
      for (stream, bytes) in pictures {
        try muxer.write(
          EncodedPacket(data: bytes, presentation: 0, decoding: 0, duration: 0, isKey: true),
          stream: stream)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Chapters and artwork, for a muxer that writes them.
  ///
  /// - Returns: pictures that are written as packets of streams.
  private mutating func declareParts() throws(LibAVError) -> [(stream: Int, bytes: [UInt8])] {
    if !container.namesChapters {
      for chapter in description.arrangedChapters { try muxer.addChapter(chapter) }
    }
    if !container.descriptionForm.hasElements {
      var pictures: [(stream: Int, bytes: [UInt8])] = []
      for picture in description.artwork {
        pictures.append((try muxer.addPicture(picture), picture.bytes))
      }
      return pictures
    }
    for (place, picture) in description.artwork.enumerated() {
      // The name by which players know the picture that stands for the movie.
      let name = (place == 0 ? "cover" : "cover\(place + 1)") + "." + picture.format.fileExtension
      try muxer.addAttachment(picture.bytes, name: name, mimeType: picture.format.mimeType)
    }
    return []
  }

  /// What is said in the file after the muxer has finished.
  private func completeDescription() throws(MovieWriteError) {
    if container.descriptionForm.hasBoxes {
      if !description.isEmpty || container.descriptionForm == .quickTime { try describe() }
      return
    }
    guard container.descriptionForm.hasElements else { return }
    func facts(of track: TrackDescription) -> TrackElements.Facts {
      guard let language = track.language, language.exceedsCode else { return .init() }
      return TrackElements.Facts(language: language.text, name: track.name ?? "")
    }
    var all = tracks.indices.map { number in
      var made = facts(of: description.track(number))
      if case .sound(let parameters) = tracks[number].kind, parameters.initialPadding > 0,
        let rate = parameters.sampleRate
      {
        made.codecDelay = Int(
          (parameters.initialPadding * 1_000_000_000 + Int64(rate) / 2) / Int64(rate))
      }
      return made
    }
    all += description.subtitles.map { facts(of: $0.track) }
    if !all.allSatisfy(\.isEmpty) { try describe(all) }
  }

  private func muxerTags(of track: TrackDescription) -> [LibraryOption] {
    var tags: [LibraryOption] = []
    var name = track.name ?? ""
    if let language = track.language {
      tags.append(LibraryOption("language", language.libraryCode))
      if language.exceedsCode, container.descriptionForm.hasElements, !isStream {
        name += TrackElements.room(for: language.text)
      }
    }
    // A file of one stream takes its title for the movie's.
    if !name.isEmpty, container.descriptionForm.hasElements {
      tags.append(LibraryOption("title", name))
    }
    return tags
  }

  private func muxerTags(of number: Int) -> [LibraryOption] {
    var tags = muxerTags(of: description.track(number))
    if case .pictures = tracks[number].kind, let rate = movie.rate,
      let timecode = description.timecode?.text(at: rate),
      !tracks[..<number].contains(where: { $0.kind.isPictures })
    {
      tags.append(LibraryOption("TIMECODE", timecode))
    }
    return tags
  }

  private mutating func write(all: Bool) throws(MovieWriteError) {
    guard hasHeader else { return }
    do throws(LibAVError) {
      while let (track, packet) = interleaver.next(flushing: all) {
        var packet = packet
        guard tracks.indices.contains(track) else {
          try muxer.write(packet, stream: subtitleStreams[track - tracks.count])
          continue
        }
        // Elsewhere edit lists take away what comes before the sound.
        if container.descriptionForm.hasElements, !isStream,
          case .sound(let parameters) = tracks[track].kind
        {
          packet.presentation += parameters.initialPadding
          packet.decoding += parameters.initialPadding
        }
        try muxer.write(packet, stream: tracks[track].stream)
      }
    } catch {
      throw failure(error)
    }
  }

  private mutating func failure(_ error: LibAVError) -> MovieWriteError {
    MovieWriteError(Self.activity, path: file.shownPath, error, log: muxer.takeLog())
  }

  func refused(_ reason: String) -> MovieWriteError {
    MovieWriteError(Self.activity, path: file.shownPath, .refused(reason))
  }
}
