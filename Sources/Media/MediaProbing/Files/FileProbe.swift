import ChunkStorage
import FileSystem
import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// Finds out about one file by reading all its packets and decoding its first picture.
///
/// The file is opened once: its content is hashed, its packets read and its first picture decoded
/// through one open container. Only pictures without times need another pass, which counts them. A
/// file whose hash and facts are known is not opened at all.
struct FileProbe {
  let item: MediaItem
  let place: MediaLocator.Place
  /// As written in the project.
  let path: String
  let protocols: [String]
  let hashes: SourceHashes
  let facts: FactsStore
  /// Larger pictures are refused.
  var maximumPixels = Decoder.maximumPixels
  /// Draws SVG; `nil` to draw it in this process.
  var program: ReaderProgram?
  /// Ends the process where opening takes too much; `nil` for none.
  var watch: OpeningWatch?
  /// What reading may cost, one for all that is read of a file; `nil` for addresses, of which nothing is
  /// known.
  var effort: ReadingEffort?

  /// - Parameters:
  ///   - video: which of the streams of pictures, from 0; `nil` for the default one.
  ///   - audio: which of the streams of sound; `nil` for the default one.
  func source(video: Int?, audio: AudioSelection?) throws(MediaProblem) -> MediaFile {
    var probe = self
    probe.effort = byteCount.map(ReadingEffort.init)
    guard let watch, let effort = probe.effort else {
      return try probe.limited(video: video, audio: audio)
    }
    return try watch.during(item, path: path, effort: effort) { () throws(MediaProblem) in
      try probe.limited(video: video, audio: audio)
    }
  }

  private func limited(video: Int?, audio: AudioSelection?) throws(MediaProblem) -> MediaFile {
    let source = try found(video: video, audio: audio)
    // Facts may be known from a time with another limit.
    if let size = source.facts.video?.codedSize,
      Int64(size.width) * Int64(size.height) > maximumPixels
    {
      throw MediaProblem(.tooLarge(size, limit: maximumPixels), path: path, item: item)
    }
    return source
  }

  private func found(video: Int?, audio: AudioSelection?) throws(MediaProblem) -> MediaFile {
    var key = FactsStore.Key(contentHash: "", video: video, audio: audio, ending: "")
    var sight: SourceHashes.Sight?
    if case .file(let file, _) = place {
      key.ending = InputFile.nameEnding(of: file)
      sight = hashes.look(at: file)
    }
    if let hash = sight.flatMap(hashes.remembered) {
      key.contentHash = hash
      if let known = known(key) { return known }
    }
    var read: Contents?
    var parts: [Range<Int64>] = []
    var repeated = 0
    let log = LogRing(level: .error, capacity: 2)
    do throws(LibAVError) {
      var input = try InputFile(
        place, protocols: protocols, findsStreamInformation: false, effort: effort,
        log: log)
      if key.contentHash.isEmpty {
        key.contentHash = try contentHash(of: &input)
        if let sight { hashes.remember(key.contentHash, of: sight) }
        if let known = known(key) { return known }
      }
      let isDrawing = input.streams.contains { $0.codecName == "svg" }
      if isDrawing {
        var bytes: [UInt8] = []
        try input.readContent { span in bytes.append(contentsOf: span.indices.map { span[$0] }) }
        repeated = DrawnElements.repeated(in: bytes)
      }
      if repeated <= DrawnElements.most, !isDrawing || program == nil {
        parts = try self.parts(of: &input)
        var contents =
          parts.isEmpty
          ? try self.read(&input, video: video, audio: audio)
          : try self.read(FilePart(bytes: parts[0]), video: video, audio: audio)
        if contents.hasTimeline { contents.edits = try edits(of: &input) }
        orderPictures(&contents)
        read = contents
      }
    } catch {
      if let kind = unreadKind(error) { throw MediaProblem(kind, path: path, item: item) }
      throw MediaProblem(
        opening: error, path: path, item: item, complaints: log.lines.map(\.text))
    }
    if repeated > DrawnElements.most {
      throw MediaProblem(.repeats(repeated), path: path, item: item)
    }
    guard let contents = read else {
      let source = try drawing(video: video, contentHash: key.contentHash)
      if let sight, hashes.isSettled(sight) { facts.save(source, for: key) }
      return source.read(as: item)
    }
    try check(contents, video: video)
    var source: MediaFile
    do throws(MediaProblem) {
      source = try describe(contents, contentHash: key.contentHash)
    } catch {
      // What libav leaves out may be shown by the edit lists all the same.
      guard let stored = try stored(contents, key.contentHash, video: video, audio: audio) else {
        throw error
      }
      source = stored
    }
    guard source.facts.video != nil || source.facts.audio != nil else {
      if let kind = unreadKind(.unusable(for: "find streams")) {
        throw MediaProblem(kind, path: path, item: item)
      }
      throw MediaProblem(nothingIn: path, item: item, notes: source.notes)
    }
    if !parts.isEmpty {
      source = try joined(source, parts, audio: audio)
    } else if let other = try edited(source, contents, video: video, audio: audio) {
      source = other
    } else if let other = try joinedClocks(source, contents, video: video, audio: audio) {
      source = other
    }
    if parts.isEmpty { noteUnfollowed(contents, in: &source) }
    if let sight, hashes.isSettled(sight) { facts.save(source, for: key) }
    return source.read(as: item)
  }

  /// What a file is that could not be opened, as far as its beginning tells.
  func unreadKind(_ error: LibAVError) -> UnreadKind? {
    var isRefused = error.isAboutContent
    if case .refusedFormat = error { isRefused = true }
    guard isRefused, case .file(let file, _) = place else { return nil }
    return UnreadKind(
      WritingLocation.beginning(of: file, limit: UnreadKind.length) ?? [],
      ending: InputFile.nameEnding(of: file))
  }

  /// Refuses what lacks a stream that was asked for, or cannot be decoded.
  func check(_ contents: Contents, video: Int?) throws(MediaProblem) {
    if let video, contents.streams.video == nil {
      throw MediaProblem(
        noStream: video, of: contents.streams.videoCount, kind: "video", path: path, item: item)
    }
    switch contents.streams.missingSound {
    case .number(let number):
      throw MediaProblem(
        noStream: number, of: contents.streams.heard.count, kind: "audio", path: path, item: item)
    case .language(let code):
      throw MediaProblem(noLanguage: code, of: contents.streams.heard, path: path, item: item)
    case nil: break
    }
    if contents.isEncrypted { throw MediaProblem(encrypted: path, item: item) }
    if let reason = contents.headlessFLAC {
      throw MediaProblem(
        unreadable: "'\(path)' is FLAC \(reason), which its samples cannot be placed without",
        fix: "write it anew with a program that plays it, or get a whole copy", item: item)
    }
  }

  var byteCount: Int64? {
    if case .file(let path, _) = place { SystemFolder.status(path)?.size } else { nil }
  }

  private func known(_ key: FactsStore.Key) -> MediaFile? {
    guard case .file = place else { return nil }
    return facts.source(for: key, writtenPath: path, place: place)?.read(as: item)
  }

  /// Of the file's content; of the text for an address.
  private func contentHash(of input: inout InputFile) throws(LibAVError) -> String {
    switch place {
    case .file: try ContentHash.hash(&input)
    case .address(let address): "address:\(address)"
    }
  }
}
