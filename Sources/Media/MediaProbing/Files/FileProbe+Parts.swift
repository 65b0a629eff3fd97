import FileSystem
import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// Files that are read in parts, each like a file of its own: chains of Ogg streams, and MP3 that
/// begins with something else.
extension FileProbe {
  /// Where the parts lie; empty for a file that is read as a whole.
  func parts(of input: inout InputFile) throws(LibAVError) -> [Range<Int64>] {
    guard let size = byteCount else { return [] }
    switch input.formatName {
    case "ogg":
      let links = try OggLinks.find(size: size) { (position, count) throws(LibAVError) in
        try input.bytes(at: position, count: count)
      }
      return links.count > 1 ? links : []
    // Without anything to recognise, libav takes what comes first for one of these.
    case let name
    where name == "mp3"
      || isNamedMP3
        && (Self.formatsWithoutMark.contains(name)
          || ContainerFormats.refusal(of: name, ending: "") == .bare):
      let start = try MPEGAudioStart.find(size: size) { (position, count) throws(LibAVError) in
        try input.bytes(at: position, count: count)
      }
      if let start { return [start..<size] }
      if let refusal = ContainerFormats.refusal(of: name, ending: "") {
        throw .refusedFormat(refusal)
      }
      return []
    default: return []
    }
  }

  private var isNamedMP3: Bool {
    guard case .file(let file, _) = place else { return false }
    return InputFile.nameEnding(of: file).lowercased() == ".mp3"
  }

  /// Formats that libav takes what begins with something else for.
  private static let formatsWithoutMark: Set<String> = [
    "aac", "ac3", "amrnb", "amrwb", "cavsvideo", "dirac", "dts", "eac3", "g722", "gsm", "h261",
    "h263", "h264", "hevc", "loas", "m4v", "mlp", "mpegvideo", "truehd", "vc1",
  ]

  func read(
    _ part: FilePart, video: Int?, audio: AudioSelection?
  ) throws(LibAVError) -> Contents {
    var input = try InputFile(
      place, bytes: part.bytes, protocols: protocols, findsStreamInformation: false,
      ignoresEditLists: part.ignoresEditLists, effort: effort)
    return try read(&input, part, video: video, audio: audio)
  }

  /// The sound of all parts, one after another.
  ///
  /// - Parameter first: what the first part holds.
  func joined(
    _ first: MediaFile, _ parts: [Range<Int64>], audio: AudioSelection?
  ) throws(MediaProblem) -> MediaFile {
    guard parts.count <= OggLinks.limit else {
      throw refusal("is a chain of more than \(OggLinks.limit) streams", parts)
    }
    var joined = Joined()
    var unreadable = 0
    for (number, bytes) in parts.enumerated() {
      var source = first
      if number > 0 {
        do throws(LibAVError) {
          let contents = try read(FilePart(bytes: bytes), video: nil, audio: audio)
          guard let described = try? describe(contents, contentHash: first.facts.contentHash)
          else {
            unreadable += 1
            continue
          }
          source = described
        } catch {
          if error.isFatal { throw MediaProblem(opening: error, path: path, item: item) }
          unreadable += 1
          continue
        }
      }
      guard parts.count == 1 || source.facts.video == nil && source.sounds.count <= 1 else {
        throw refusal("is a chain of \(parts.count) streams with pictures or several sounds", parts)
      }
      guard let facts = source.facts.audio, facts.range != nil, !source.sounds.isEmpty else {
        unreadable += 1
        continue
      }
      if let rate = joined.rate, rate != facts.sampleRate {
        throw refusal("is a chain of sounds of \(rate) Hz and of \(facts.sampleRate) Hz", parts)
      }
      if let channels = joined.channels, channels != facts.channels {
        throw refusal(
          "is a chain of sounds of \(channels) and of \(facts.channels) channels", parts)
      }
      joined.add(source, facts, bytes)
    }
    return joined.source(from: first, skipped: parts[0].lowerBound, unreadable: unreadable)
  }

  private func refusal(_ message: String, _ parts: [Range<Int64>]) -> MediaProblem {
    let places = parts.dropFirst().prefix(3).map { "\($0.lowerBound)" }.joined(separator: ", ")
    return MediaProblem(
      unreadable: "'\(path)' \(message), which cannot be put together",
      fix: "cut it where a new stream begins (after \(places) bytes) and use the pieces", item: item
    )
  }
}

/// Sounds put together, as far as they were read.
private struct Joined {
  var rate: Int?
  var channels: Int?
  private var links: [AudioLink] = []
  private var place: Int64 = 0
  private var isLossless = true
  private var damage: [FileDetails.Irregularity] = []

  mutating func add(_ source: MediaFile, _ facts: AudioFacts, _ bytes: Range<Int64>) {
    (rate, channels) = (facts.sampleRate, facts.channels)
    let perSecond = Rational(Int64(facts.sampleRate))
    guard let range = facts.range, let start = try? (range.start * perSecond).rounded(),
      let end = try? (range.end * perSecond).rounded(), start < end, end < 1 << 46,
      place < 1 << 46
    else { return }
    var index = source.sounds[0].index
    // The next link begins where this one ends, whatever its decoder gives.
    let known = index?.heardEnd ?? .max
    index?.heardEnd = min(known, end)
    links.append(
      AudioLink(bytes: bytes, place: place - start, origin: source.origin, index: index))
    place += end - start
    isLossless = isLossless && source.sounds[0].isLossless
    damage += source.details.irregularities.filter { $0.id == .damaged }
  }

  func source(from first: MediaFile, skipped: Int64, unreadable: Int) -> MediaFile {
    var source = first
    guard let rate, !links.isEmpty else { return source }
    source.sounds[0].links = links
    source.sounds[0].isLossless = isLossless
    if let end = Rational(place, Int64(rate)) {
      source.facts.audio?.range = TimeRange(start: .zero, end: end)
    }
    var found = first.details.irregularities.filter { links.count == 1 || $0.id != .damaged }
    func add(_ id: FileDetails.Irregularity.ID, _ message: String) {
      found.append(FileDetails.Irregularity(id: id, message: message))
    }
    if links.count > 1 {
      found += damage.prefix(1)
      source.details.announcedDuration = nil
      add(.chained, "it is a chain of \(links.count) streams, which are heard one after another")
    }
    if skipped > 0 {
      add(.beginsWithJunk, "its first \(skipped) bytes are no sound and are left out")
    }
    if unreadable > 0 {
      let links = "\(unreadable) link\(unreadable == 1 ? "" : "s")"
      add(.damaged, "\(links) of its chain cannot be read and are left out")
    }
    source.details.irregularities = found
    return source
  }
}
