import Diagnostics
package import MediaProbing
import MediaSources
import BaseValues
import OutputKinds
import TimelineModel

/// What is known of a file as lines for people: a word, then what it is.
package enum ProbeText {
  package static func text(_ report: MediaReport) -> String {
    var rows: [(String, String)] = []
    let details = report.details
    rows.append(("container", container(details)))
    if let sequence = report.sequence {
      rows.append(("sequence", self.sequence(sequence)))
    } else {
      rows.append(("duration", report.duration.map(seconds) ?? "none, a still picture"))
    }
    if let recorded = details.recorded { rows.append(("recorded", recorded)) }
    if let timecode = details.timecode { rows.append(("timecode", "starts at \(timecode)")) }
    for tag in details.tags {
      let name = MovieTag(libraryName: tag.name, value: tag.value).name
      rows.append(("tag", "\(name): \(shortened(tag.value, to: 200))"))
    }
    for (number, chapter) in details.chapters.enumerated() {
      let title = chapter.title.isEmpty ? "" : ": \(shortened(chapter.title, to: 200))"
      rows.append(("chapter \(number + 1)", "at \(seconds(chapter.start))\(title)"))
    }
    for stream in details.streams {
      rows.append(("stream \(stream.index)", self.stream(stream, report)))
    }
    if let picture = report.picture {
      rows += self.picture(picture, details.coding)
      // What a sequence's rate is, its project says.
      if report.sequence == nil, !picture.isStill { rows += times(picture) }
    }
    if let sound = report.sound { rows += self.sound(sound) }
    for irregularity in report.irregularities { rows.append(("irregular", irregularity.message)) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, value in
      "\(name)\(String(repeating: " ", count: width - name.count))  \(TerminalText.visible(value))"
    }.joined(separator: "\n")
  }

  private static func container(_ details: FileDetails) -> String {
    details.formatTitle.isEmpty ? details.format : "\(details.formatTitle) (\(details.format))"
  }

  /// `2.002 s`, and the fraction where decimals cannot say it.
  private static func seconds(_ time: Rational) -> String {
    if let exact = time.decimalDescription, exact.count <= 9 { return "\(exact) s" }
    return "\(time.decimalApproximation(places: 6)) s (\(time))"
  }

  private static func sequence(_ sequence: MediaReport.Sequence) -> String {
    let count = "\(sequence.count) picture\(sequence.count == 1 ? "" : "s")"
    let missing = sequence.missing > 0 ? ", \(sequence.missing) missing between them" : ""
    return "\(count), \(sequence.first) to \(sequence.last)\(missing)"
  }

  // MARK: - Streams

  private static func stream(_ stream: FileDetails.Stream, _ report: MediaReport) -> String {
    var parts: [String] = []
    switch stream.kind {
    case .video, .audio:
      parts.append("\(stream.kind.rawValue)\(stream.number.map { " \($0)" } ?? "")")
    case .cover: parts.append("cover picture")
    case .other: parts.append(stream.mediaType.isEmpty ? "unknown" : stream.mediaType)
    }
    parts.append(stream.codec + (stream.profile.map { " (\($0))" } ?? ""))
    if stream.width > 0 { parts.append("\(stream.width)×\(stream.height)") }
    if stream.sampleRate > 0 {
      let count = "\(stream.channels) channel\(stream.channels == 1 ? "" : "s")"
      let layout = stream.layout.isEmpty ? count : stream.layout
      parts += ["\(stream.sampleRate) Hz", layout, stream.sampleFormat]
    }
    if let language = stream.language { parts.append("language \(language)") }
    if let title = stream.title { parts.append("title '\(title)'") }
    if stream.isDefault { parts.append("default") }
    parts += stream.roles.map { $0.replacing("_", with: " ") }
    if stream.byteCount > 0 { parts.append("\(stream.byteCount) bytes") }
    let use =
      report.usedStreams.contains(stream.index)
      ? "used" : stream.number == nil ? "ignored" : "not used unless asked for"
    return (parts.filter { !$0.isEmpty } + [use]).joined(separator: ", ")
  }

  // MARK: - Pictures

  private static func picture(
    _ picture: MediaReport.Picture, _ coding: FileDetails.Coding?
  ) -> [(String, String)] {
    var rows = [("size", size(picture))]
    if picture.orientation != .upright {
      rows.append(("orientation", picture.orientation.description))
    }
    if let coding {
      rows.append(("pixels", "\(coding.pixelFormat), \(coding.bitDepth) bits"))
      rows.append(("colour", colour(coding)))
      if let profile = coding.profile { rows.append(("profile", profile)) }
      if coding.isInterlaced {
        rows.append(
          ("fields", "interlaced, \(coding.isTopFieldFirst ? "top" : "bottom") field first"))
      }
    }
    if picture.hasAlpha { rows.append(("alpha", "yes")) }
    return rows
  }

  private static func times(_ picture: MediaReport.Picture) -> [(String, String)] {
    [
      ("frame rate", rate(picture)), ("frames", frames(picture)),
      (
        "key frames",
        "\(picture.keyCount), at most \(picture.greatestKeyDistance) frames apart"
      ),
    ]
  }

  private static func size(_ picture: MediaReport.Picture) -> String {
    let (coded, shown) = (picture.codedSize, picture.shownSize)
    var text = "\(coded.width)×\(coded.height)"
    if coded != shown { text += ", shown as \(shown.width)×\(shown.height)" }
    if picture.pixelAspect != .one {
      text += ", pixel aspect \(picture.pixelAspect.numerator):\(picture.pixelAspect.denominator)"
    }
    return text
  }

  /// What is said, and in brackets what is taken where nothing is.
  private static func colour(_ coding: FileDetails.Coding) -> String {
    let (tagged, assumed) = (coding.tagged, coding.assumed)
    func part(_ name: String, _ said: String?, _ taken: String?) -> String {
      if let said, said == taken || taken == nil { return "\(name) \(said)" }
      if let said { return "\(name) \(said) (taken as \(taken ?? said))" }
      return "\(name) untagged (taken as \(taken ?? "unknown"))"
    }
    return [
      part("matrix", tagged.matrix, assumed.matrix), part("range", tagged.range, assumed.range),
      part("primaries", tagged.primaries, assumed.primaries),
      part("transfer", tagged.transfer, assumed.transfer),
    ].joined(separator: ", ")
  }

  private static func rate(_ picture: MediaReport.Picture) -> String {
    if let rate = picture.rate {
      return rate.seconds == 1 ? "\(rate) fps" : "\(rate) fps (\(rate.shortDescription))"
    }
    guard let shortest = picture.shortestFrame, let longest = picture.longestFrame else {
      return "variable"
    }
    return "variable: frames last \(seconds(shortest)) to \(seconds(longest))"
  }

  private static func frames(_ picture: MediaReport.Picture) -> String {
    var text = "\(picture.count)"
    if let first = picture.first, let last = picture.last, let end = picture.end {
      text += ", first at \(seconds(first)), last at \(seconds(last)), end at \(seconds(end))"
    }
    return text
  }

  // MARK: - Sound

  private static func sound(_ sound: MediaReport.Sound) -> [(String, String)] {
    guard sound.lastSample >= sound.firstSample else {
      return [("sound", "\(sound.sampleRate) Hz, no samples")]
    }
    var text = "samples \(sound.firstSample) to \(sound.lastSample)"
    text += " at \(sound.sampleRate) Hz"
    if sound.droppedSamples > 0 {
      text += ", \(sound.droppedSamples) before them left out"
    }
    return [("sound", text)]
  }
}
