import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// Movies whose edit lists libav does not follow to the tick: several edits, a moment that is held, and
/// an edit that begins between two pictures, which shows the earlier one to its end (ISO/IEC 14496-12,
/// 8.6.6). Their media are read as they are stored, and shown as the lists say.
extension FileProbe {
  /// The source with its edit lists; `nil` where it is right as libav reads it.
  ///
  /// - Parameters:
  ///   - source: as libav reads it.
  ///   - contents: what `source` was made from.
  func edited(
    _ source: MediaFile, _ contents: Contents, video: Int?, audio: AudioSelection?
  ) throws(MediaProblem) -> MediaFile? {
    guard contents.hasTimeline, let size = byteCount, !contents.scan.hasOnlyDecodingTimes else {
      return nil
    }
    do throws(LibAVError) {
      guard let edits = contents.edits else { return nil }
      let used =
        [contents.streams.video].compactMap(\.self)
        + (source.sounds.isEmpty ? [] : contents.streams.sounds)
      let isPlain = used.allSatisfy { edits.tracks[$0.id]?.isPlain ?? true }
      guard !isPlain || contents.scan.discardedPictures > 0 else { return nil }
      let part = FilePart(ignoresEditLists: true)
      var stored = try read(part, video: video, audio: audio)
      orderPictures(&stored, part)
      guard !stored.scan.hasOnlyDecodingTimes, !stored.scan.lacksVideoTimes,
        var file = try? describe(stored, contentHash: source.facts.contentHash)
      else { return nil }
      file.ignoresEditLists = true
      guard show(edits, in: &file, stored) else { return nil }
      if isPlain, file.facts.video?.frames == source.facts.video?.frames { return nil }
      guard hear(edits, in: &file, stored, size: size) else { return nil }
      file.details.irregularities =
        Irregularities(file, stored.scan, announcedDuration: source.details.announcedDuration)
        .found
      if let note = Self.words(edits, contents.streams.video) {
        file.details.irregularities.append(FileDetails.Irregularity(id: .editList, message: note))
      }
      file.facts.pictureFaults = PictureFaults(file, stored.scan).found
      file.facts.announcedEnd = source.facts.announcedEnd
      return file
    } catch {
      // What could be read one way can be read another, unless the machine is at fault.
      throw MediaProblem(opening: error, path: path, item: item)
    }
  }

  /// The media of a movie with edit lists as they are stored; `nil` where there are none, or they cannot be
  /// read that way either.
  func stored(
    _ contents: Contents, _ contentHash: String, video: Int?, audio: AudioSelection?
  ) throws(MediaProblem) -> MediaFile? {
    guard let edits = contents.edits, let stream = contents.streams.video,
      edits.tracks[stream.id]?.isPlain == false
    else { return nil }
    do throws(LibAVError) {
      let part = FilePart(ignoresEditLists: true)
      var stored = try read(part, video: video, audio: audio)
      orderPictures(&stored, part)
      return try? describe(stored, contentHash: contentHash)
    } catch {
      throw MediaProblem(opening: error, path: path, item: item)
    }
  }

  /// What an open movie's header says.
  func edits(of input: inout InputFile) throws(LibAVError) -> MovieEdits? {
    guard let size = byteCount else { return nil }
    return try MovieEdits.find(size: size) { (position, count) throws(LibAVError) in
      try input.bytes(at: position, count: count)
    }
  }

  /// Says what of the edit lists of streams that are used is not followed.
  func noteUnfollowed(_ contents: Contents, in file: inout MediaFile) {
    guard contents.hasTimeline, let edits = contents.edits else { return }
    for stream in [contents.streams.video].compactMap(\.self) + contents.streams.sounds {
      for word in edits.tracks[stream.id]?.unfollowed ?? [] where !file.notes.contains(word) {
        file.notes.append(word)
      }
    }
  }

  private static func words(_ edits: MovieEdits, _ stream: StreamDescription?) -> String? {
    guard let stream, let track = edits.tracks[stream.id], !track.edits.isEmpty else { return nil }
    let count = track.edits.count { $0.media != nil }
    // All of the media, as if there were no list.
    if count == 1, !track.isCut, track.edits.last?.duration == nil { return nil }
    return count == 1
      ? "an edit list begins within its media" : "an edit list shows \(count) pieces of its media"
  }

  // MARK: - Pictures

  /// Replaces the pictures of the media by those that the edits show.
  ///
  /// - Returns: false where that cannot be told.
  private func show(_ edits: MovieEdits, in file: inout MediaFile, _ stored: Contents) -> Bool {
    guard var pictures = file.pictures, let index = pictures.index else { return true }
    guard let stream = stored.streams.video, case .success(let first)? = stored.first,
      !index.isCounted, index.movedTimes == nil
    else { return false }
    let list = edits.tracks[stream.id]?.edits ?? []
    let part = PicturePart(FilePart(ignoresEditLists: true), index: index)
    guard let shown = try? EditedPictures(index, list, movieTick: edits.tick),
      let table = FrameTable(
        shown.runs, of: [part], times: shown.times, lastDuration: shown.lastDuration,
        timeBase: index.timeBase, origin: shown.origin),
      let frames = table.frameTimes(hints(stream, first, stored), holdingLast: shown.holdsLast)
    else { return false }
    (pictures.parts, pictures.runs, pictures.index) = ([part], shown.runs, table)
    file.pictures = pictures
    file.facts.video?.frames = frames
    return true
  }

  // MARK: - Sound

  private func hear(
    _ edits: MovieEdits, in file: inout MediaFile, _ stored: Contents, size: Int64
  ) -> Bool {
    guard !file.sounds.isEmpty else { return true }
    guard file.sounds.count == stored.scan.sounds.count else { return false }
    var range: TimeRange?
    do throws(TimeOverflow) {
      for (place, sound) in stored.scan.sounds.enumerated() {
        let rate = Rational(Int64(file.sounds[place].sampleRate))
        var list = edits.tracks[sound.stream.id]?.edits ?? []
        if list.isEmpty { list = [MovieEdits.Edit(duration: nil, media: .zero)] }
        var time = Rational.zero
        for edit in list {
          defer { time = (try? time + (edit.duration ?? .zero)) ?? time }
          guard let media = edit.media, !edit.isDwell, let there = sound.range(origin: .zero) else {
            continue
          }
          let left = try there.end - media
          let length = min(edit.duration ?? left, left)
          let first = try (time * rate).rounded()
          let end = try ((time + length) * rate).rounded()
          guard first < end, first < 1 << 46 else { continue }
          var index = sound.index(origin: media)
          index?.hear(0..<end - first)
          file.sounds[place].links.append(
            AudioLink(bytes: 0..<size, place: first, origin: media, index: index))
          let heard = TimeRange(start: time, end: try time + length)
          range = if let range, let heard { try range.union(heard) } else { range ?? heard }
        }
        if file.sounds[place].links.isEmpty {
          // Held moments and empty edits are silent.
          guard var index = sound.index(origin: .zero) else { return false }
          index.hear(0..<0)
          file.sounds[place].links = [
            AudioLink(bytes: 0..<size, place: 0, origin: .zero, index: index)
          ]
          let silence = TimeRange(start: .zero, end: time)
          range = if let range, let silence { try range.union(silence) } else { range ?? silence }
        }
        if place == 0, let media = list.first(where: { $0.media != nil })?.media {
          file.details.droppedSamples = try max(0, (media * rate).rounded())
        }
      }
    } catch {
      return false
    }
    file.facts.audio?.range = range
    return true
  }
}

/// The pictures that a list of edits shows.
struct EditedPictures {
  private(set) var runs: [PictureRun] = []
  /// When each is shown, in ticks of the media; rising.
  private(set) var times: [Int64] = []
  private(set) var lastDuration: Int64 = 1
  /// Whether the last one is held for the length of an edit.
  private(set) var holdsLast = false
  /// The movie's time 0 on the media's clock in the first edit that shows some.
  private(set) var origin = Rational.zero

  /// - Parameters:
  ///   - index: all pictures of the media.
  ///   - edits: none to show all of them.
  ///   - movieTick: to which an edit's length is rounded.
  init(
    _ index: FrameTable, _ edits: [MovieEdits.Edit], movieTick: Rational
  ) throws(TimeOverflow) {
    let tick = index.timeBase
    let coarse = max(movieTick, tick)
    let half = Rational(1, over: 2)
    var time = Rational.zero
    for edit in edits.isEmpty ? [MovieEdits.Edit(duration: nil, media: .zero)] : edits {
      let length = edit.duration
      let start = time
      if let length { time = try time + length }
      guard let media = edit.media else { continue }
      let end: Rational? = if let length { try media + length } else { nil }
      if runs.isEmpty { origin = try media - start }
      let shift = try start - media + origin
      // Of a picture less than the clocks can tell is none.
      func isShown(_ number: Int) throws(TimeOverflow) -> Bool {
        let (first, last) = try index.range(of: number)
        let shown = try min(last, end ?? last) - max(first, media)
        let least = try min(coarse, (last - first) * half)
        return shown > least
      }
      var first = try index.number(at: media)
      if edit.isDwell {
        try add(first..<first + 1, index, shift, notBefore: start, holding: true)
      } else {
        while first < index.entries.count, try !isShown(first) {
          let range = try index.range(of: first)
          if let end, range.0 >= end { break }
          first += 1
        }
        var last = first
        while last < index.entries.count, try isShown(last) { last += 1 }
        try add(first..<last, index, shift, notBefore: start, holding: false)
      }
      if let shownEnd = end, let last = times.last {
        let left = try ((shownEnd + shift) / tick).rounded() - last
        lastDuration = max(1, min(left, lastDuration))
        if edit.isDwell { lastDuration = max(1, left) }
      }
      holdsLast = edit.isDwell
    }
  }

  private mutating func add(
    _ pictures: Range<Int>, _ index: FrameTable, _ shift: Rational, notBefore start: Rational,
    holding: Bool
  ) throws(TimeOverflow) {
    var first = pictures.lowerBound
    let isFirst = runs.isEmpty
    let begin = try ((start + origin) / index.timeBase).rounded()
    let ticks = try (shift / index.timeBase).rounded()
    for number in pictures {
      var time = index.entries[number].presentation &+ ticks
      if !isFirst || holding { time = max(time, begin) }
      if let last = times.last, time <= last {
        first = number + 1
        continue
      }
      times.append(time)
    }
    guard first < pictures.upperBound else { return }
    runs.append(PictureRun(part: 0, pictures: first..<pictures.upperBound))
    let (start, end) = try index.range(of: pictures.upperBound - 1)
    lastDuration = try max(1, ((end - start) / index.timeBase).rounded())
  }
}
