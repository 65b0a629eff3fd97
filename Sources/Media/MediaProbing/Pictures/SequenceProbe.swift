import ChunkStorage
import FileSystem
import BaseValues
import MediaOpening
import MediaSources
import TimelineModel
import Workers

/// Finds out about the pictures of a sequence, each as about a still picture.
struct SequenceProbe {
  let item: MediaItem
  let sequence: ImageSequence
  let files: FileSeries
  let rate: FrameRate
  let hashes: SourceHashes
  let facts: FactsStore
  let limits: ProjectLimits
  let program: ReaderProgram?
  let watch: OpeningWatch?

  func source() throws(MediaProblem) -> SequenceSource {
    try checkNumbers()
    let (first, pictures) = try probePictures()
    try checkShapes(pictures)
    let hashes = frameHashes(pictures, first)
    var facts = MediaFacts(
      video: first.facts.video, audio: nil, contentHash: contentHash(pictures),
      frameHashes: (0..<files.count).map { hashes[files.place(ofFrame: $0)] })
    facts.video?.frames = .regular(start: .zero, rate: rate, count: files.count)
    facts.video?.hasAlpha = pictures.contains(where: \.hasAlpha)
    return SequenceSource(
      sequence, files, facts: facts, notes: Self.notes(pictures), first: first)
  }

  // MARK: - Numbers

  private func checkNumbers() throws(MediaProblem) {
    if files.numbers.first != files.first {
      throw MediaProblem(
        sequence: "there is no picture '\(files.writtenPath.path(files.first))' to begin with",
        item, notes: ["the first one after it is '\(files.writtenFile(at: 0))'"],
        fix: "set \"first\" to \(files.numbers[0]), or leave it out")
    }
    if sequence.missing == .error, files.missingCount > 0 {
      let missing = files.missingCount == 1 ? "a picture is" : "\(files.missingCount) pictures are"
      throw MediaProblem(
        sequence: "\(missing) missing from '\(sequence.path.text)': \(missingNumbers)", item,
        notes: [
          "there are \(files.numbers.count), from '\(files.writtenFile(at: 0))' to "
            + "'\(files.writtenFile(at: files.numbers.count - 1))'"
        ],
        fix: "add what is missing, or set \"missing\" to \"hold\" to show the one before")
    }
    let limit = limits[.sequencePictures]
    if files.count > limit {
      throw MediaProblem(
        sequence: "'\(sequence.path.text)' has \(files.count) pictures; the limit is \(limit)",
        item, fix: "divide it into several sequences")
    }
  }

  /// `1004, 1007 to 1012 and 3 more`
  private var missingNumbers: String {
    let gaps = zip(files.numbers, files.numbers.dropFirst()).filter { $1 > $0 + 1 }
      .map { ($0 + 1)...($1 - 1) }
    let named = gaps.prefix(5).map { gap in
      gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound) to \(gap.upperBound)"
    }
    let more = gaps.dropFirst(5).reduce(0) { $0 + $1.count }
    return named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  // MARK: - Pictures

  /// What has to be known of each picture.
  private struct Picture {
    var video: VideoFacts
    var stream: Int
    var contentHash: String
    var fields: StoredFields
    var hasAlpha: Bool { video.hasAlpha }
    var notes: [String]
  }

  /// Several at a time, for opening is mostly decoding.
  private func probePictures() throws(MediaProblem) -> (MediaFile, [Picture]) {
    let first = try probe(0)
    let results = WorkerPool.map(files.numbers.count, threads: WorkerPool.processors) { place in
      Result { () throws(MediaProblem) in
        try picture(place, place == 0 ? first : try probe(place))
      }
    }
    var pictures: [Picture] = []
    for result in results { pictures.append(try result.get()) }
    return (first, pictures)
  }

  private func probe(_ place: Int) throws(MediaProblem) -> MediaFile {
    try FileProbe(
      item: item, place: files.location(at: place), path: files.writtenFile(at: place),
      protocols: [], hashes: hashes, facts: facts,
      maximumPixels: Int64(limits[.picturePixels]), program: program, watch: watch
    ).source(video: nil, audio: nil)
  }

  private func picture(_ place: Int, _ file: MediaFile) throws(MediaProblem) -> Picture {
    guard let video = file.facts.video, let stream = file.pictures, file.isStill,
      file.facts.audio == nil
    else {
      throw MediaProblem(
        sequence: "'\(files.writtenFile(at: place))' is not a still picture", item,
        fix: "use a movie as a file of its own")
    }
    return Picture(
      video: video, stream: stream.stream, contentHash: file.facts.contentHash,
      fields: stream.fields, notes: file.notes)
  }

  private func checkShapes(_ pictures: [Picture]) throws(MediaProblem) {
    func isLikeFirst(_ picture: Picture) -> Bool {
      var video = picture.video
      video.hasAlpha = pictures[0].hasAlpha
      return video == pictures[0].video && picture.stream == pictures[0].stream
    }
    guard let other = pictures.firstIndex(where: { !isLikeFirst($0) }) else { return }
    throw MediaProblem(
      sequence: "the pictures of '\(sequence.path.text)' do not have one shape", item,
      notes: [0, other].map {
        "'\(files.writtenFile(at: $0))' is \(Self.shape(pictures[$0].video))"
      },
      fix: "bring all of them to one size and orientation")
  }

  /// `1920×1080`, and what else decides how it is shown.
  private static func shape(_ video: VideoFacts) -> String {
    var text = "\(video.codedSize.width)×\(video.codedSize.height)"
    if video.orientation != .upright { text += ", orientation \(video.orientation.rawValue)" }
    if video.pixelAspect != .one {
      text += ", pixel aspect \(video.pixelAspect.numerator):\(video.pixelAspect.denominator)"
    }
    return text
  }

  /// Each once, at most five.
  private static func notes(_ pictures: [Picture]) -> [String] {
    var notes: [String] = []
    for note in pictures.lazy.flatMap(\.notes) where !notes.contains(note) && notes.count < 5 {
      notes.append(note)
    }
    return notes
  }

  // MARK: - Hashes

  /// Of the files' names and contents.
  private func contentHash(_ pictures: [Picture]) -> String {
    ContentHash.of(
      pictures: zip(files.numbers, pictures).map { (number: $0, contentHash: $1.contentHash) })
  }

  /// Of what decides each picture: its file, what is taken from the first one, and where pictures
  /// have two fields also the files beside it.
  private func frameHashes(_ pictures: [Picture], _ first: MediaFile) -> [UInt64] {
    let rule = FieldRule(item.reading.interlace, container: first.pictures?.fields.container)
    let reach = pictures.contains { rule.expectsFields($0.fields) } ? 1 : 0
    let orientation = first.facts.video?.orientation ?? .upright
    let common = "\(orientation.rawValue):\(first.pictures?.peakLuminance ?? 0)"
    return pictures.indices.map { index in
      let near = max(0, index - reach)...min(pictures.count - 1, index + reach)
      let words = [common] + near.map { "\($0 - index):" + pictures[$0].contentHash }
      var hash = XXH64()
      hash.update(Array(words.joined(separator: "\n").utf8).span)
      return hash.finalize()
    }
  }
}
