import LibAV

/// What a container holds, and what of it is used.
struct ProbedStreams {
  let format: String
  let video: StreamDescription?
  let audio: StreamDescription?
  let videoCount: Int
  let audioCount: Int
  var hasUnusableSound = false
  /// Whether the format is one of pictures, which may move all the same (GIF).
  let isImage: Bool

  init(_ input: borrowing InputFile, video: Int?, audio: Int?) {
    format = input.formatName
    let streams = input.streams
    let pictures = streams.filter { $0.kind == .video && !$0.isAttachedPicture }
    let sounds = streams.filter { $0.kind == .audio && $0.audio.sampleRate > 0 }
    videoCount = pictures.count
    audioCount = sounds.count
    self.video = pictures.chosen(video)
    self.audio = sounds.chosen(audio)
    let brands: Set<String> = ["avif", "avis", "heic", "heix", "mif1", "msf1"]
    let brand = input.metadata.first { $0.key == "major_brand" }?.value ?? ""
    isImage =
      format.hasSuffix("_pipe") || ["image2", "gif", "apng", "ico"].contains(format)
      || brands.contains(brand)
  }

  func isUsed(_ stream: StreamDescription) -> Bool {
    stream.index == video?.index || stream.index == audio?.index
  }
}

extension [StreamDescription] {
  /// The stream chosen by number, or the default one, or the first.
  fileprivate func chosen(_ number: Int?) -> StreamDescription? {
    if let number { return indices.contains(number) ? self[number] : nil }
    return first { $0.isDefault } ?? first
  }
}
