internal import BaseValues
internal import OutputKinds

/// A track that a description adds to a movie: all of its samples lie in one piece.
struct AddedTrack {
  /// What the track that it belongs to refers to it by: `chap` or `tmcd`; `nil` where it is one by itself.
  let reference: BoxType?
  /// The handler of its media.
  let handler: BoxType
  let timescale: Int
  /// Of its media, in units of the scale.
  let duration: Int
  /// The media's information header.
  let information: Box
  /// The entry of its sample description.
  let entry: Box
  let samples: [[UInt8]]
  /// In units of the scale.
  let lengths: [Int]

  /// The boxes of the track.
  ///
  /// - Parameters:
  ///   - movieDuration: in units of the movie's scale.
  ///   - offset: where its samples begin.
  func box(number: Int, movieDuration: Int, offset: Int, _ form: MovieContainer.DescriptionForm)
    -> Box
  {
    let table = Box(
      "stbl",
      [
        Box("stsd", head: [0, 0, 0, 0, 0, 0, 0, 1], [entry]), timesBox,
        fullBox("stsc", [1, 1, samples.count, 1]),
        fullBox("stsz", [0, samples.count] + samples.map(\.count)),
        fullBox("stco", [1, offset]),
      ])
    var parts = [information, Box("dinf", [Self.selfReference]), table]
    if form == .quickTime {
      parts.insert(
        HandlerBox.box(component: "dhlr", type: "url ", name: "DataHandler", form), at: 1)
    }
    return Box(
      "trak",
      [
        TrackHeader(track: number, duration: movieDuration).box,
        Box("edts", [Self.edit(movieDuration)]),
        Box(
          "mdia",
          [
            MediaHeader(timescale: timescale, duration: duration).box,
            HandlerBox.box(component: "mhlr", type: handler, name: "", form), Box("minf", parts),
          ]),
      ])
  }

  /// How long samples last: a count and a length for each row of equal ones.
  private var timesBox: Box {
    var runs: [(count: Int, length: Int)] = []
    for length in lengths {
      if runs.last?.length == length {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, length))
      }
    }
    return fullBox("stts", [runs.count] + runs.flatMap { [$0.count, $0.length] })
  }

  /// All of the media from its beginning on.
  private static func edit(_ duration: Int) -> Box {
    let isWide = duration > Int(UInt32.max)
    var bytes: [UInt8] = [isWide ? 1 : 0, 0, 0, 0, 0, 0, 0, 1]
    bytes.append(number: duration, bytes: isWide ? 8 : 4)
    bytes.append(number: 0, bytes: isWide ? 8 : 4)
    bytes.append(number: 0x1_0000, bytes: 4)
    return Box("elst", bytes: bytes)
  }

  /// The media are in the file itself.
  private static let selfReference = Box(
    "dref", head: [0, 0, 0, 0, 0, 0, 0, 1], [Box("url ", bytes: [0, 0, 0, 1])])
}

/// A box of version 0 without flags, with numbers of 32 bits.
func fullBox(_ type: BoxType, _ numbers: [Int]) -> Box {
  var bytes: [UInt8] = [0, 0, 0, 0]
  for number in numbers { bytes.append(number: number, bytes: 4) }
  return Box(type, bytes: bytes)
}

/// `hdlr`, what kind of media a track has (ISO/IEC 14496-12, 8.4.3). Its name ends with a zero, in
/// QuickTime it begins with its length.
enum HandlerBox {
  static func box(
    component: BoxType, type: BoxType, name: String, _ form: MovieContainer.DescriptionForm
  ) -> Box {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.append(number: form == .quickTime ? Int(component.code) : 0, bytes: 4)
    bytes.append(number: Int(type.code), bytes: 4)
    bytes += [UInt8](repeating: 0, count: 12)
    return Box("hdlr", bytes: bytes + self.name(name, form))
  }

  /// The same with another name.
  static func renamed(_ box: Box, _ name: String, _ form: MovieContainer.DescriptionForm) -> Box {
    Box("hdlr", bytes: Array(box.bytes.prefix(24)) + self.name(name, form))
  }

  /// The kind of media; `nil` where the box is too short.
  static func type(_ box: Box?) -> BoxType? {
    guard let bytes = box?.bytes, bytes.count >= 12 else { return nil }
    return BoxType(UInt32(truncatingIfNeeded: bytes.number(at: 8, 4)))
  }

  private static func name(_ name: String, _ form: MovieContainer.DescriptionForm) -> [UInt8] {
    guard form == .quickTime else { return Array(name.utf8) + [0] }
    let bytes = Array(name.cut(toBytes: 255).utf8)
    return [UInt8(truncatingIfNeeded: bytes.count)] + bytes
  }
}

// MARK: - Chapters

extension AddedTrack {
  /// A track of texts, one for each chapter (QuickTime File Format, "Chapter Lists").
  ///
  /// - Parameters:
  ///   - timescale: in which chapters' times are whole where it can be.
  ///   - end: of the movie, in seconds.
  static func chapters(
    _ chapters: [Chapter], timescale: Int, until end: Rational
  ) throws(BoxError) -> AddedTrack {
    if let late = chapters.last, late.start >= end {
      throw BoxError("chapter \(chapters.count), '\(late.title)', begins where the movie has ended")
    }
    // Where a length does not fit into 32 bits, milliseconds do for seven weeks.
    for scale in [timescale, 1000] {
      var marks: [Int] = []
      for chapter in chapters { marks.append(try units(chapter.start, scale)) }
      marks.append(try units(end, scale))
      let lengths = zip(marks, marks.dropFirst()).map { $1 - $0 }
      guard lengths.allSatisfy({ $0 <= Int(UInt32.max) }) else { continue }
      return AddedTrack(
        reference: "chap", handler: "text", timescale: scale, duration: marks.last ?? 0,
        information: Box("gmhd", [generalHeader, Box("text", bytes: textMatrix)]),
        entry: Box("text", bytes: textEntry), samples: chapters.map { sample($0.title) },
        lengths: lengths)
    }
    throw BoxError("a chapter is too long")
  }

  /// A length of 16 bits, UTF-8, and a box that says so.
  private static func sample(_ title: String) -> [UInt8] {
    let text = Array(title.cut(toBytes: 65_535).utf8)
    var bytes: [UInt8] = []
    bytes.append(number: text.count, bytes: 2)
    bytes += text
    // Apple's number for UTF-8.
    return bytes + Box("encd", bytes: [0, 0, 1, 0]).data
  }

  /// Nero's list of chapters, which old players read; `nil` for more than it can count.
  static func list(_ chapters: [Chapter]) throws(BoxError) -> Box? {
    guard chapters.count <= 255 else { return nil }
    var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: chapters.count)]
    for chapter in chapters {
      bytes.append(number: try units(chapter.start, 10_000_000), bytes: 8)
      let title = Array(chapter.title.cut(toBytes: 255).utf8)
      bytes += [UInt8(truncatingIfNeeded: title.count)] + title
    }
    return Box("chpl", bytes: bytes)
  }

  private static func units(_ time: Rational, _ scale: Int) throws(BoxError) -> Int {
    do throws(TimeOverflow) {
      return Int(try time.scaled(by: Int64(scale), rounding: .nearest))
    } catch {
      throw BoxError("a chapter or text lies too far behind the movie's beginning")
    }
  }

  /// `gmin`: copied as it is drawn, without colour.
  private static let generalHeader = Box(
    "gmin", bytes: [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0])

  /// A matrix that changes nothing, as QuickTime has it in 36 bytes.
  private static let textMatrix: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 36)
    bytes.set(0x1_0000, at: 0, 4)
    bytes.set(0x1_0000, at: 16, 4)
    bytes.set(0x4000_0000, at: 32, 4)
    return bytes
  }()

  /// Text of QuickTime: 6 unused bytes and the number of the data reference; flags, centred (1), a
  /// background, a box, 8 unused bytes, a font, a face, 3 unused bytes, a colour, an empty name of the font.
  private static let textEntry: [UInt8] =
    [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 36)
}

// MARK: - Subtitles

extension AddedTrack {
  /// The rectangle over the picture in which texts are shown: its lowest part.
  struct TextPlace {
    var width: Int
    var height: Int
    /// Rows of the picture above it.
    var top: Int
    /// Of the letters, in rows.
    var letters: Int

    /// In a picture of a size.
    init(in picture: (width: Int, height: Int)) {
      width = picture.width
      height = max(1, (picture.height * 3 + 10) / 20)
      top = picture.height - height
      letters = min(255, max(6, (picture.height + 10) / 20))
    }
  }

  /// A track of timed text (3GPP TS 26.245): a sample for each cue and an empty one where nothing is shown.
  ///
  /// - Parameters:
  ///   - timescale: in which cues' times are whole where it can be.
  ///   - end: of the movie, in seconds; what lies behind it is left out.
  static func subtitles(
    _ subtitles: SubtitleTrack, timescale: Int, until end: Rational, _ place: TextPlace
  ) throws(BoxError) -> AddedTrack {
    var samples: [[UInt8]] = []
    var lengths: [Int] = []
    var position = 0
    let last = try units(end, timescale)
    func add(_ text: String, until time: Int) throws(BoxError) {
      guard time - position <= Int(UInt32.max) else { throw BoxError("a subtitle is too long") }
      guard time > position else { return }
      samples.append(textSample(text))
      lengths.append(time - position)
      position = time
    }
    for cue in subtitles.cues {
      try add("", until: min(last, try units(cue.start, timescale)))
      try add(cue.text, until: min(last, try units(cue.end, timescale)))
    }
    try add("", until: last)
    if samples.isEmpty { (samples, lengths) = ([textSample("")], [last]) }
    return AddedTrack(
      reference: nil, handler: "sbtl", timescale: timescale, duration: last,
      information: Box("nmhd", bytes: [0, 0, 0, 0]),
      entry: textEntry(place, isForced: subtitles.track.roles.contains(.forced)),
      samples: samples,
      lengths: lengths)
  }

  /// A length of 16 bits and UTF-8.
  private static func textSample(_ text: String) -> [UInt8] {
    let text = Array(text.cut(toBytes: 65_535).utf8)
    var bytes: [UInt8] = []
    bytes.append(number: text.count, bytes: 2)
    return bytes + text
  }

  /// `tx3g`: flags; centred, at the bottom; a clear background; the box; a style of white letters; a font.
  ///
  /// - Parameter isForced: whether all texts are shown where no subtitles are wanted: Apple's flags for some and all.
  private static func textEntry(_ place: TextPlace, isForced: Bool) -> Box {
    let flags: UInt8 = isForced ? 0xC0 : 0
    var head: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, flags, 0, 0, 0, 1, 0xFF, 0, 0, 0, 0]
    for number in [0, 0, place.height, place.width] {
      head.append(number: min(number, 32_767), bytes: 2)
    }
    head += [0, 0, 0, 0, 0, 1, 0, UInt8(truncatingIfNeeded: place.letters), 0xFF, 0xFF, 0xFF, 0xFF]
    let font = Array("Sans-Serif".utf8)
    let fonts: [UInt8] = [0, 1, 0, 1, UInt8(truncatingIfNeeded: font.count)] + font
    return Box("tx3g", head: head, [Box("ftab", bytes: fonts)])
  }
}

// MARK: - Timecodes

extension AddedTrack {
  /// A track of one sample that says the number of the first frame (QuickTime File Format, "Timecode Media").
  ///
  /// - Parameter end: of the movie, in seconds.
  static func timecode(
    _ timecode: StartTimecode, at rate: FrameRate, until end: Rational,
    _ form: MovieContainer.DescriptionForm
  ) throws(BoxError) -> AddedTrack {
    let duration: Int
    do throws(TimeOverflow) {
      duration = Int(try end.scaled(by: rate.frames, rounding: .nearest))
    } catch {
      throw BoxError("the movie is too long for a timecode")
    }
    guard duration <= Int(UInt32.max), rate.nominal <= 255,
      (0...Int64(UInt32.max)).contains(timecode.frame)
    else { throw BoxError("the movie is too long for a timecode") }
    // It starts again after a day (2); drop-frame is 1.
    var entry: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    entry.append(number: timecode.isDropFrame ? 3 : 2, bytes: 4)
    entry.append(number: Int(rate.frames), bytes: 4)
    entry.append(number: Int(rate.seconds), bytes: 4)
    entry += [UInt8(truncatingIfNeeded: rate.nominal), 0]
    var sample: [UInt8] = []
    sample.append(number: Int(timecode.frame), bytes: 4)
    return AddedTrack(
      reference: "tmcd", handler: "tmcd", timescale: Int(rate.frames), duration: duration,
      information: form == .quickTime
        ? Box("gmhd", [generalHeader, Box("tmcd", [Box("tcmi", bytes: textLook)])])
        : Box("nmhd", bytes: [0, 0, 0, 0]),
      entry: Box("tmcd", bytes: entry), samples: [sample], lengths: [duration])
  }

  /// How the timecode looks where it is shown: the system's font, plain, 12 points, white on black.
  private static let textLook: [UInt8] = {
    let font = Array("Lucida Grande".utf8)
    return [0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0] + [UInt8](repeating: 0xFF, count: 6)
      + [UInt8](repeating: 0, count: 6) + [UInt8(truncatingIfNeeded: font.count)] + font
  }()
}
