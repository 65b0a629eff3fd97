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
    var numbers: [Stream.Kind: Int] = [:]
    for description in input.streams {
      var stream = Stream(description)
      if stream.isChoosable {
        stream.number = numbers[stream.kind, default: 0]
        numbers[stream.kind, default: 0] += 1
      }
      streams.append(stream)
    }
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
    title = stream.metadata.first { $0.key == "title" }?.value
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
