import BaseValues
import Diagnostics
import MovieBoxes
import OutputKinds
import PlanModel

/// A track of a movie of segments.
struct StreamTrack {
  /// A piece of the track in a file of its own.
  struct Segment {
    let name: String
    let size: Int
    /// From the movie's beginning, in units of the scale.
    let start: Int
    let end: Int
    let timescale: Int

    /// Its length in microseconds: as both ends are rounded, so that the lengths' sum is the movie's.
    var microseconds: Int {
      Self.microseconds(end, timescale) - Self.microseconds(start, timescale)
    }

    /// As a target duration counts it (RFC 8216, 4.3.3.1).
    var roundedSeconds: Int { (microseconds + 500_000) / 1_000_000 }

    private static func microseconds(_ units: Int, _ scale: Int) -> Int {
      Int((Int128(units) * 2_000_000 + Int128(scale)) / (2 * Int128(scale)))
    }
  }

  /// `video`, `audio`, `subtitles`.
  let name: String
  /// Its place among the movie's.
  let track: Int
  let isPictures: Bool
  /// As RFC 6381 says it.
  let codec: String
  /// Of its pictures; `nil` for a track of anything else.
  var size: Size?
  /// The file of its index; empty for texts, which have none.
  let head: String
  var segments: [Segment] = []
  /// The file of its playlist.
  var path = ""

  init(name: String, track: Int, isPictures: Bool, codec: String, head: String) {
    self.name = name
    self.track = track
    self.isPictures = isPictures
    self.codec = codec
    self.head = head
  }

  /// The playlist of the track.
  func playlist(target: Int) -> String {
    var lines = [
      "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(target)", "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS",
    ]
    if !head.isEmpty { lines.append("#EXT-X-MAP:URI=\"\(head)\"") }
    for segment in segments {
      let time = segment.microseconds
      lines.append("#EXTINF:\(time / 1_000_000).\(digits(time % 1_000_000, 6)),")
      lines.append(segment.name)
    }
    lines.append("#EXT-X-ENDLIST")
    return MovieContainer.playlistHead + lines.map { $0 + "\n" }.joined()
  }

  /// Bits a second on average, rounded up.
  var averageBandwidth: Int { Self.bandwidth(segments[...]) }

  /// The most bits a second that successive segments of about the target duration have (RFC 8216, 4.3.4.2): half of it
  /// at least, and one and a half times as much at most.
  func peakBandwidth(target: Int) -> Int {
    var peak = 0
    for first in segments.indices {
      var time = 0
      for last in first..<segments.count {
        time += segments[last].microseconds
        if 2 * time > 3 * target * 1_000_000 { break }
        if 2 * time >= target * 1_000_000 {
          peak = max(peak, Self.bandwidth(segments[first...last]))
        }
      }
    }
    return max(peak, averageBandwidth)
  }

  private static func bandwidth(_ segments: ArraySlice<Segment>) -> Int {
    let time = segments.reduce(0) { $0 + $1.microseconds }
    let bits = segments.reduce(0) { $0 + 8 * $1.size }
    return time == 0 ? bits : Int((Int128(bits) * 1_000_000 + Int128(time) - 1) / Int128(time))
  }
}

/// The playlist that says which tracks there are.
struct MultivariantPlaylist {
  let renditions: [StreamTrack]
  /// Where they are.
  let folder: SegmentFolder
  let output: PlannedOutput
  let target: Int
  /// The file of the chapters; `nil` where there are none.
  var chapters: String?
  /// The files of the playlists of subtitles, as many as the movie says it has.
  var subtitles: [String] = []

  /// Chapters as Apple's players read them (JSON Chapters), times in seconds.
  var chapterList: String {
    let chapters = output.description.arrangedChapters.enumerated().map { number, chapter in
      let length = (try? chapter.end - chapter.start) ?? .zero
      return "{\"chapter\": \(number + 1), \"start-time\": \(Self.seconds(chapter.start)), "
        + "\"duration\": \(Self.seconds(length)), \"titles\": [{\"language\": \"und\", "
        + "\"title\": \(JSONText.quoted(chapter.title))}]}"
    }
    return "[\n" + chapters.joined(separator: ",\n") + "\n]\n"
  }

  /// To the nearest millisecond.
  private static func seconds(_ time: Rational) -> String {
    let milliseconds = (try? time.scaled(by: 1000, rounding: .nearest)) ?? 0
    return "\(milliseconds / 1000).\(digits(Int(milliseconds % 1000), 3))"
  }

  var text: String {
    let sounds = renditions.filter { !$0.isPictures }
    var lines = ["#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if let chapters {
      lines.append(
        "#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\"\(folder.address(of: chapters))\""
      )
    }
    let defaults = output.description.defaults(renditions.map(\.isPictures))
    for sound in sounds { lines.append(media(sound, isDefault: defaults[sound.track])) }
    var (names, hasDefault): (Set<String>, Bool) = ([], false)
    for (texts, path) in zip(output.description.subtitles, subtitles) {
      // Within a group each has a name of its own (RFC 8216, 4.3.4.1.1).
      let name = texts.track.name ?? texts.track.language?.text ?? "Subtitles"
      var (own, number) = (Self.quoted(name), 1)
      while !names.insert(own).inserted {
        number += 1
        own = Self.quoted("\(name) \(number)")
      }
      // One is shown by itself at most.
      var track = texts.track
      if track.isDefault == true, hasDefault { track.isDefault = nil }
      hasDefault = hasDefault || track.isDefault == true
      lines.append(media(track, own, path))
    }
    let peak = sounds.map { $0.peakBandwidth(target: target) }.max() ?? 0
    let average = sounds.map(\.averageBandwidth).max() ?? 0
    var codecs: [String] = []
    for sound in sounds where !codecs.contains(sound.codec) { codecs.append(sound.codec) }
    for pictures in renditions where pictures.isPictures {
      let size = pictures.size ?? output.size
      let rate = (output.rate.frames * 1000 + output.rate.seconds / 2) / output.rate.seconds
      var attributes = [
        "BANDWIDTH=\(pictures.peakBandwidth(target: target) + peak)",
        "AVERAGE-BANDWIDTH=\(pictures.averageBandwidth + average)",
        "CODECS=\"\(([pictures.codec] + codecs).joined(separator: ","))\"",
        "RESOLUTION=\(size.width)x\(size.height)",
        "FRAME-RATE=\(rate / 1000).\(digits(Int(rate % 1000), 3))",
        "VIDEO-RANGE=\(output.color.playlistRange)",
      ]
      if !sounds.isEmpty { attributes.append("AUDIO=\"audio\"") }
      if !subtitles.isEmpty { attributes.append("SUBTITLES=\"subtitles\"") }
      attributes.append("CLOSED-CAPTIONS=NONE")
      lines.append("#EXT-X-STREAM-INF:" + attributes.joined(separator: ","))
      lines.append(folder.address(of: pictures.path))
    }
    return MovieContainer.playlistHead + lines.map { $0 + "\n" }.joined()
  }

  /// A track of sound, which belongs to all pictures.
  private func media(_ sound: StreamTrack, isDefault: Bool) -> String {
    let track = output.description.track(sound.track)
    let name = track.name ?? track.language?.text ?? "Sound"
    var attributes = ["TYPE=AUDIO", "GROUP-ID=\"audio\"", "NAME=\(Self.quoted(name))"]
    if let language = track.language { attributes.append("LANGUAGE=\"\(language.text)\"") }
    attributes += ["DEFAULT=\(isDefault ? "YES" : "NO")", "AUTOSELECT=YES"]
    let characteristics = TrackRole.allCases.filter(track.roles.contains)
      .flatMap(\.characteristics)
    if !characteristics.isEmpty {
      attributes.append("CHARACTERISTICS=\"\(characteristics.joined(separator: ","))\"")
    }
    let sounds = (output.audio.map { [$0] } ?? []) + output.otherAudio
    let place = sound.track - (output.container.holdsPictures ? 1 : 0)
    if sounds.indices.contains(place) {
      attributes.append("CHANNELS=\"\(sounds[place].channels)\"")
    }
    attributes.append("URI=\"\(folder.address(of: sound.path))\"")
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  /// A track of texts, which belongs to all pictures.
  ///
  /// - Parameter name: in quotation marks.
  private func media(_ track: TrackDescription, _ name: String, _ path: String) -> String {
    let isForced = track.roles.contains(.forced)
    let isDefault = track.isDefault ?? false
    // Players may show by itself what is in their language, unless it is drawn already.
    let isOffered = track.isDefault != false || isForced
    var attributes = ["TYPE=SUBTITLES", "GROUP-ID=\"subtitles\"", "NAME=\(name)"]
    if let language = track.language { attributes.append("LANGUAGE=\"\(language.text)\"") }
    attributes += [
      "DEFAULT=\(isDefault ? "YES" : "NO")", "AUTOSELECT=\(isOffered ? "YES" : "NO")",
      "FORCED=\(isForced ? "YES" : "NO")",
    ]
    if track.roles.contains(.hearingImpaired) {
      attributes.append(
        "CHARACTERISTICS=\"public.accessibility.transcribes-spoken-dialog,"
          + "public.accessibility.describes-music-and-sound\"")
    }
    attributes.append("URI=\"\(folder.address(of: path))\"")
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  /// A text of a playlist has no quotation marks in it, and ends with its line.
  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" ? "'" : $0.isNewline ? " " : String($0) }.joined() + "\""
  }
}

extension PictureColor {
  /// How playlists call what codes mean.
  fileprivate var playlistRange: String {
    switch self {
    case .hdr10: "PQ"
    case .hlg: "HLG"
    case .sdr, .p3: "SDR"
    }
  }
}

/// A number of so many digits.
func digits(_ number: Int, _ count: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
