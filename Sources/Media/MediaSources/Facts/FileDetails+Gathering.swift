package import LibAV
import BaseValues
import Raster

extension FileDetails {
  /// What a container says of itself.
  package init(_ input: borrowing InputFile) {
    format = input.formatName
    formatTitle = input.formatTitle
    if let duration = input.durationMicroseconds, duration > 0, !input.isDurationEstimated {
      announcedDuration = Rational(duration, 1_000_000)
    }
    recorded = input.metadata.first { $0.key == "creation_time" }?.value
    tags = Tag.all(input.metadata)
    timecode = input.metadata.first { $0.key.lowercased() == "timecode" }?.value
    chapters = input.chapters.map { chapter in
      let start = try? Rational(chapter.start) * (chapter.timeBase.rational ?? .one)
      return Chapter(
        start: start ?? .zero,
        title: Tag.cut(chapter.metadata.first { $0.key == "title" }?.value ?? ""))
    }
    var numbers: [Stream.Kind: Int] = [:]
    for description in input.streams {
      var stream = Stream(description)
      timecode =
        timecode ?? description.metadata.first { $0.key.lowercased() == "timecode" }?.value
      if stream.kind == .cover {
        stream.byteCount =
          input.attachedPicture(description.index, atMost: Int.max)?.count ?? 0
      }
      if stream.isChoosable {
        stream.number = numbers[stream.kind, default: 0]
        numbers[stream.kind, default: 0] += 1
      }
      streams.append(stream)
    }
    // Ogg has no tags of a whole file, only of its streams.
    let heard = streams.filter { $0.kind == .audio || $0.kind == .video }
    if tags.isEmpty, heard.count == 1, let only = streams.firstIndex(of: heard[0]) {
      (tags, streams[only].tags) = (streams[only].tags, [])
      if let title = streams[only].title {
        tags.insert(Tag(name: "title", value: title), at: 0)
        streams[only].title = nil
      }
    }
  }
}

extension FileDetails.Tag {
  /// Nobody reads more.
  private static let most = 1000
  /// What says how a file is made up, and when, of which other facts tell.
  private static let ofFiles: Set<String> = [
    "major_brand", "minor_version", "compatible_brands", "creation_time", "timecode",
  ]
  /// What says how a stream is stored, and what other facts tell.
  private static let ofStreams: Set<String> = [
    "language", "title", "timecode", "creation_time", "handler_name", "vendor_id", "duration",
    "alpha_mode", "rotate", "encoder", "filename", "mimetype",
  ]

  fileprivate static func all(_ metadata: [Metadata]) -> [FileDetails.Tag] {
    tags(metadata, without: ofFiles)
  }

  fileprivate static func ofStream(_ metadata: [Metadata]) -> [FileDetails.Tag] {
    tags(metadata, without: ofStreams)
  }

  private static func tags(
    _ metadata: [Metadata], without left: Set<String>
  ) -> [FileDetails.Tag] {
    metadata.filter { !left.contains($0.key.lowercased()) && !$0.value.isEmpty }.prefix(most).map {
      FileDetails.Tag(name: cut($0.key), value: cut($0.value))
    }
  }

  /// As much as is kept, cut between characters.
  fileprivate static func cut(_ text: String) -> String {
    if text.utf8.count <= longestText { return text }
    var length = 0
    return String(
      text.prefix {
        length += String($0).utf8.count
        return length <= longestText
      })
  }
}

extension FileDetails.Stream {
  fileprivate init(_ stream: StreamDescription) {
    index = stream.index
    kind =
      switch stream.kind {
      case .video: stream.isAttachedPicture ? .cover : .video
      case .audio: .audio
      case .other: .other
      }
    mediaType = stream.mediaType
    codec = stream.codecName
    profile = stream.profileName
    isDefault = stream.isDefault
    language = stream.language.flatMap { $0.isEmpty || $0 == "und" ? nil : $0 }
    title = stream.metadata.first { $0.key.lowercased() == "title" }?.value
    roles = stream.roles
    tags = FileDetails.Tag.ofStream(stream.metadata)
    byteCount = 0
    (width, height) = (stream.video.width, stream.video.height)
    (sampleRate, channels) = (stream.audio.sampleRate, stream.audio.channelCount)
    // libav says `2 channels` of those whose order no one told.
    layout = stream.audio.layout.hasSuffix(" channels") ? "" : stream.audio.layout
    sampleFormat = stream.audio.sampleFormat
  }

  /// Whether a project can ask for it by number.
  fileprivate var isChoosable: Bool { kind == .video || kind == .audio && sampleRate > 0 }
}

extension FileDetails.Coding {
  package init(_ first: FirstFrame, _ stream: StreamDescription) {
    let said = stream.video.colour
    var tags = first.colour
    if tags.matrix == .unspecified { tags.matrix = said.matrix }
    if tags.range == .unspecified { tags.range = said.range }
    if tags.primaries == .unspecified { tags.primaries = said.primaries }
    if tags.transfer == .unspecified { tags.transfer = said.transfer }
    let format = StoredPixelFormat(named: first.pixelFormat)
    pixelFormat = first.pixelFormat
    bitDepth = format?.bitDepth ?? 0
    tagged = FileDetails.Colors(tags)
    // Pictures are converted by what they say themselves.
    var guess = ColorGuess.complete(
      first.colour, format: format, size: Size(width: first.width, height: first.height))
    if guess.transfer == .unspecified { guess.transfer = .bt709 }
    assumed = FileDetails.Colors(guess)
    isInterlaced = first.isInterlaced
    isTopFieldFirst = first.isTopFieldFirst
    profile = first.profile
  }
}
