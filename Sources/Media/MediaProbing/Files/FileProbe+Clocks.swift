import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// Streams for broadcast that were joined byte by byte: each part is read like a file of its own, and they
/// are shown and heard one after another.
extension FileProbe {
  /// The parts put together; `nil` for a file with one clock.
  func joinedClocks(
    _ whole: MediaFile, _ contents: Contents, video: Int?, audio: AudioSelection?
  ) throws(MediaProblem) -> MediaFile? {
    let steps = contents.scan.clockSteps.positions
    guard !steps.isEmpty, steps.count < Self.mostClocks, let size = byteCount else { return nil }
    var parts: [Part] = []
    do throws(LibAVError) {
      let bytes = try seams(steps, size: size, format: contents.streams.format)
      guard bytes.count > 1 else { return nil }
      for bytes in bytes {
        let part = FilePart(bytes: bytes)
        var read = try self.read(part, video: video, audio: audio)
        orderPictures(&read, part)
        // What is too short to hold anything is left out.
        guard let source = try? describe(read, contentHash: whole.facts.contentHash) else {
          continue
        }
        parts.append(Part(bytes: bytes, source: source, contents: read))
      }
    } catch {
      if error.isFatal { throw MediaProblem(opening: error, path: path, item: item) }
      return nil
    }
    let usable = parts.filter { part in
      (whole.facts.video == nil || part.source.facts.video?.isStill == false)
        && (whole.facts.audio == nil || part.source.facts.audio != nil
          || whole.facts.video != nil)
    }
    guard usable.count > 1, let first = usable.first else { return nil }
    try refuseOthers(usable, than: first)
    return try? joined(usable, hints: first)
  }

  private struct Part {
    var bytes: Range<Int64>
    var source: MediaFile
    var contents: Contents

    /// How long it is shown: until its last picture ends, or its sound where it has no pictures.
    func length() throws(TimeOverflow) -> Rational {
      if let end = try source.facts.video?.extent().end { return max(.zero, end) }
      return source.facts.audio?.range?.end ?? .zero
    }
  }

  /// More clocks in one file are damage.
  private static let mostClocks = 1000

  private func seams(
    _ steps: [Int64], size: Int64, format: String
  ) throws(LibAVError) -> [Range<Int64>] {
    var input = try InputFile(
      place, protocols: protocols, findsStreamInformation: false, effort: effort)
    var parts: [Range<Int64>] = []
    var start: Int64 = 0
    for step in steps {
      let seam = try StreamSeams.start(before: step, format: format) {
        (position, count) throws(LibAVError) in
        try input.bytes(at: position, count: count)
      }
      guard seam > start, seam < size else { continue }
      parts.append(start..<seam)
      start = seam
    }
    return parts + [start..<size]
  }

  private func refuseOthers(_ parts: [Part], than first: Part) throws(MediaProblem) {
    for part in parts.dropFirst() {
      let place = "after \(part.bytes.lowerBound) bytes"
      let fix = "cut it there and use the pieces"
      if let a = first.source.facts.video?.codedSize, let b = part.source.facts.video?.codedSize,
        a != b
      {
        throw MediaProblem(
          unreadable:
            "'\(path)' was joined from streams with pictures of \(a.width)×\(a.height) and, \(place), of "
            + "\(b.width)×\(b.height)",
          fix: fix, item: item)
      }
      if let a = first.source.facts.audio, let b = part.source.facts.audio,
        a.sampleRate != b.sampleRate || a.channels != b.channels
          || first.source.sounds.count != part.source.sounds.count
      {
        throw MediaProblem(
          unreadable:
            "'\(path)' was joined from streams with sound of \(a.channels) channels at \(a.sampleRate) Hz "
            + "and, \(place), of \(b.channels) at \(b.sampleRate) Hz",
          fix: fix, item: item)
      }
    }
  }

  private func joined(_ parts: [Part], hints first: Part) throws(TimeOverflow) -> MediaFile {
    var file = first.source
    var (pictureParts, runs): ([PicturePart], [PictureRun]) = ([], [])
    var times: [Int64] = []
    var (time, lastDuration) = (Rational.zero, Int64(1))
    var heard: TimeRange?
    var seams: [Rational] = []
    for place in file.sounds.indices { file.sounds[place].links = [] }
    for part in parts {
      if part.bytes != parts[0].bytes { seams.append(time) }
      let end = try time + part.length()
      if let index = part.source.pictures?.index, let frames = part.source.facts.video?.frames,
        let tick = first.source.pictures?.index?.timeBase
      {
        var pictures = 0..<index.entries.count
        for number in pictures {
          guard let range = try frames.range(ofFrame: number) else { break }
          let start = try ((time + range.start) / tick).rounded()
          if let last = times.last, start <= last {
            pictures = number + 1..<pictures.upperBound
            continue
          }
          times.append(start)
          lastDuration = try max(1, ((range.end - range.start) / tick).rounded())
        }
        if !pictures.isEmpty {
          runs.append(PictureRun(part: pictureParts.count, pictures: pictures))
        }
        pictureParts.append(PicturePart(FilePart(bytes: part.bytes), index: index))
      }
      if let range = part.source.facts.audio?.range {
        let isLast = part.bytes == parts[parts.count - 1].bytes
        let soundEnd = try time + range.end
        for place in file.sounds.indices {
          let rate = Rational(Int64(file.sounds[place].sampleRate))
          let start = try (time * rate).rounded()
          var index = part.source.sounds[place].index
          if !isLast { index?.hear(0..<(try (end * rate).rounded()) - start) }
          file.sounds[place].links.append(
            AudioLink(
              bytes: part.bytes, place: start, origin: part.source.origin, index: index))
        }
        let soundStart = try time + range.start
        heard =
          TimeRange(
            start: heard?.start ?? soundStart, end: isLast ? soundEnd : min(end, soundEnd)) ?? heard
      }
      time = end
    }
    file.facts.audio?.range = heard
    if var pictures = file.pictures, let tick = pictures.index?.timeBase,
      let stream = first.contents.streams.video, case .success(let picture)? = first.contents.first
    {
      guard
        let table = FrameTable(
          runs, of: pictureParts, times: times, lastDuration: lastDuration, timeBase: tick,
          origin: .zero),
        let frames = table.frameTimes(hints(stream, picture, first.contents))
      else { throw TimeOverflow() }
      (pictures.parts, pictures.runs, pictures.index) = (pictureParts, runs, table)
      file.pictures = pictures
      file.facts.video?.frames = frames
    }
    let places = seams.prefix(3).map { "\($0.decimalApproximation(places: 3)) s" }
      .joined(separator: ", ")
    // Sounds and pictures of the parts seldom end together: what follows may be a little beside.
    file.facts.pictureFaults = try seams.prefix(3).map { (time) throws(TimeOverflow) in
      let frame = try file.facts.video?.frames.range(ofFrame: 0)?.duration ?? .zero
      return MediaFault(
        "its clock begins anew, and what follows is another recording",
        at: TimeRange(start: time, end: try time + frame))
    }
    file.details.announcedDuration = nil
    file.details.irregularities.removeAll { [.endsEarly, .noDuration].contains($0.id) }
    file.details.irregularities.append(
      FileDetails.Irregularity(
        id: .joined,
        message: "its clock begins anew \(seams.count == 1 ? "once" : "\(seams.count) times") "
          + "(at \(places)\(seams.count > 3 ? ", …" : "")); the parts are shown one after another"))
    return file
  }
}
