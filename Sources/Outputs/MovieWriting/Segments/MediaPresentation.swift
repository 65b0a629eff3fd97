import BaseValues
import Diagnostics
import MovieBoxes
import OutputKinds
import PlanModel

/// The description of a presentation of segments (MPD; ISO/IEC 23009-1), on demand and of one period.
///
/// Segments are named one by one, since their names are hashes. Where all but the last are equally long, their length is
/// said once, which every player understands; else each one's.
struct MediaPresentation {
  let renditions: [StreamTrack]
  /// Where they are.
  let folder: SegmentFolder
  let output: PlannedOutput
  /// The files of subtitles and how large they are, as many as the movie says it has.
  var subtitles: [(name: String, size: Int)] = []

  private var pictures: StreamTrack? { renditions.first(where: \.isPictures) }

  /// In microseconds.
  private var length: Int { pictures?.segments.reduce(0) { $0 + $1.microseconds } ?? 0 }

  var text: String {
    let longest = renditions.flatMap(\.segments).map(\.microseconds).max() ?? 0
    var lines = [
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"urn:mpeg:dash:profile:isoff-main:2011\""
        + " type=\"static\" mediaPresentationDuration=\"\(Self.duration(length))\""
        + " maxSegmentDuration=\"\(Self.duration(longest))\""
        + " minBufferTime=\"\(Self.duration(longest))\">"
    ]
    lines += information
    // Some readers take addresses as relative to themselves otherwise.
    lines.append("  <BaseURL>./</BaseURL>")
    lines.append("  <Period id=\"0\" start=\"PT0S\" duration=\"\(Self.duration(length))\">")
    for (place, set) in pictureSets.enumerated() {
      // The numbers of tracks come first.
      let id = place == 0 ? set[0].track : renditions.count + subtitles.count + place
      lines += picturesSet(set, id: id)
    }
    let defaults = output.description.defaults(renditions.map(\.isPictures))
    for track in renditions where !track.isPictures {
      lines += soundSet(track, isDefault: defaults[track.track])
    }
    for (place, (texts, file)) in zip(output.description.subtitles, subtitles).enumerated() {
      lines += textSet(texts.track, place, file)
    }
    lines += ["  </Period>", "</MPD>"]
    return MovieContainer.presentationHead + lines.map { $0 + "\n" }.joined()
  }

  /// What the movie is called, and whose it is.
  private var information: [String] {
    let tags = output.description.tags
    let elements: [(String, MovieTag.Key)] = [("Title", .title), ("Copyright", .copyright)]
    let lines = elements.compactMap { name, key in
      tags.first { $0.key == key }.map {
        "    <\(name)>\(XMLText.escaped($0.value))</\(name)>"
      }
    }
    return lines.isEmpty ? [] : ["  <ProgramInformation>"] + lines + ["  </ProgramInformation>"]
  }

  // MARK: - Tracks

  /// Renditions between which players change as they like: those of one codec.
  private var pictureSets: [[StreamTrack]] {
    var sets: [[StreamTrack]] = []
    func family(_ track: StreamTrack) -> Substring { track.codec.prefix { $0 != "." } }
    for track in renditions where track.isPictures {
      if let place = sets.firstIndex(where: { family($0[0]) == family(track) }) {
        sets[place].append(track)
      } else {
        sets.append([track])
      }
    }
    return sets
  }

  /// - Parameter tracks: one at least.
  private func picturesSet(_ tracks: [StreamTrack], id: Int) -> [String] {
    let rate = output.rate
    let frames = rate.seconds == 1 ? "\(rate.frames)" : "\(rate.frames)/\(rate.seconds)"
    let sizes = tracks.map { $0.size ?? output.size }
    let isOfOneSize = sizes.allSatisfy { $0 == sizes[0] }
    let width = sizes.map(\.width).max() ?? 0
    let height = sizes.map(\.height).max() ?? 0
    let names = isOfOneSize ? ("width", "height") : ("maxWidth", "maxHeight")
    var lines = [
      "    <AdaptationSet id=\"\(id)\" contentType=\"video\" mimeType=\"video/mp4\""
        + " \(names.0)=\"\(width)\" \(names.1)=\"\(height)\" frameRate=\"\(frames)\""
        + " sar=\"1:1\" segmentAlignment=\"true\" startWithSAP=\"1\">"
    ]
    let (primaries, transfer, matrix) = output.color.codePoints
    for (name, value) in [
      ("ColourPrimaries", primaries), ("TransferCharacteristics", transfer),
      ("MatrixCoefficients", matrix),
    ] {
      lines.append(
        "      <SupplementalProperty schemeIdUri=\"urn:mpeg:mpegB:cicp:\(name)\" value=\"\(value)\"/>"
      )
    }
    for (track, size) in zip(tracks, sizes) {
      lines += representation(
        track, isOfOneSize ? "" : " width=\"\(size.width)\" height=\"\(size.height)\"")
    }
    return lines + ["    </AdaptationSet>"]
  }

  private func soundSet(_ track: StreamTrack, isDefault: Bool) -> [String] {
    let description = output.description.track(track.track)
    var lines = [
      "    <AdaptationSet id=\"\(track.track)\" contentType=\"audio\" mimeType=\"audio/mp4\""
        + "\(Self.language(description)) segmentAlignment=\"true\" startWithSAP=\"1\">"
    ]
    lines += Self.label(description)
    lines += Self.roles(description, beside: isDefault ? "main" : "alternate")
    let sounds = (output.audio.map { [$0] } ?? []) + output.otherAudio
    let place = track.track - (output.container.holdsPictures ? 1 : 0)
    var attributes = ""
    var channels: [String] = []
    if sounds.indices.contains(place) {
      attributes = " audioSamplingRate=\"\(sounds[place].sampleRate)\""
      if let layout = Self.layouts[sounds[place].channels] {
        channels.append(
          "        <AudioChannelConfiguration schemeIdUri=\"urn:mpeg:mpegB:cicp:ChannelConfiguration\" "
            + "value=\"\(layout)\"/>")
      }
    }
    lines += representation(track, attributes, channels)
    return lines + ["    </AdaptationSet>"]
  }

  /// What ISO/IEC 23091-3 calls layouts of so many channels.
  private static let layouts = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 12]

  private func textSet(
    _ track: TrackDescription, _ place: Int, _ file: (name: String, size: Int)
  ) -> [String] {
    let number = renditions.count + place
    let bandwidth = (Int128(file.size) * 8_000_000 / Int128(max(1, length))) + 1
    return [
      "    <AdaptationSet id=\"\(number)\" contentType=\"text\" mimeType=\"text/vtt\""
        + "\(Self.language(track))>"
    ] + Self.label(track) + Self.roles(track, beside: "subtitle") + [
      "      <Representation id=\"\(place == 0 ? "subtitles" : "subtitles\(place + 1)")\" bandwidth=\"\(bandwidth)\">",
      "        <BaseURL>\(folder.address(of: file.name))</BaseURL>",
      "      </Representation>", "    </AdaptationSet>",
    ]
  }

  private static func language(_ track: TrackDescription) -> String {
    track.language.map { " lang=\"\(XMLText.escaped($0.text))\"" } ?? ""
  }

  private static func label(_ track: TrackDescription) -> [String] {
    track.name.map { ["      <Label>\(XMLText.escaped($0))</Label>"] } ?? []
  }

  /// What a track is for: that it helps people who see or hear little (ISO/IEC 23009-1, 5.8.4.3) comes first.
  ///
  /// - Parameter usual: its role where it has no other.
  private static func roles(_ track: TrackDescription, beside usual: String) -> [String] {
    var lines: [String] = []
    let helps: [(TrackRole, Int)] = [(.visualImpaired, 1), (.hearingImpaired, 2)]
    for (role, value) in helps where track.roles.contains(role) {
      lines.append(
        "      <Accessibility schemeIdUri=\"urn:tva:metadata:cs:AudioPurposeCS:2007\" value=\"\(value)\"/>"
      )
    }
    var names = TrackRole.allCases.filter(track.roles.contains).compactMap(\.dashName)
    if names.isEmpty || usual == "main" { names.insert(usual, at: 0) }
    return lines
      + names.map { "      <Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"\($0)\"/>" }
  }

  // MARK: - Segments

  private func representation(
    _ track: StreamTrack, _ attributes: String, _ inside: [String] = []
  ) -> [String] {
    let target = max(1, track.segments.map(\.roundedSeconds).max() ?? 1)
    var lines = [
      "      <Representation id=\"\(track.name)\" codecs=\"\(XMLText.escaped(track.codec))\""
        + " bandwidth=\"\(track.peakBandwidth(target: target))\"\(attributes)>"
    ]
    lines += inside
    let head =
      "          <Initialization sourceURL=\"\(folder.address(of: track.head))\"/>"
    if let even = evenLength {
      lines.append(
        "        <SegmentList timescale=\"\(even.timescale)\" duration=\"\(even.units)\">")
      lines.append(head)
    } else {
      lines.append("        <SegmentList timescale=\"\(track.segments.first?.timescale ?? 1)\">")
      lines += [head, "          <SegmentTimeline>"]
      lines += track.segments.map {
        "            <S t=\"\($0.start)\" d=\"\($0.end - $0.start)\"/>"
      }
      lines.append("          </SegmentTimeline>")
    }
    lines += track.segments.map {
      "          <SegmentURL media=\"\(folder.address(of: $0.name))\"/>"
    }
    return lines + ["        </SegmentList>", "      </Representation>"]
  }

  /// The length that all segments of pictures have but the last, which is not longer; `nil` where others are of other
  /// lengths. Segments of sound are within a packet of it, as 5.3.9.5 allows.
  private var evenLength: (units: Int, timescale: Int)? {
    guard let segments = pictures?.segments, let first = segments.first, let last = segments.last
    else { return nil }
    let units = first.end - first.start
    guard units > 0, segments.dropLast().allSatisfy({ $0.end - $0.start == units }),
      last.end - last.start <= units
    else { return nil }
    return (units, first.timescale)
  }

  /// Microseconds as XML has a duration.
  private static func duration(_ microseconds: Int) -> String {
    "PT\(microseconds / 1_000_000).\(digits(microseconds % 1_000_000, 6))S"
  }
}

extension PictureColor {
  /// Primaries, transfer function and matrix, as ITU-T H.273 numbers them.
  fileprivate var codePoints: (Int, Int, Int) {
    switch self {
    case .sdr: (1, 1, 1)
    case .p3: (12, 1, 1)
    case .hdr10: (9, 16, 9)
    case .hlg: (9, 18, 9)
    }
  }
}
