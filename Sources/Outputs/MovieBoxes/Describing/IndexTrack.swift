package import OutputKinds

/// A track of an index, with what a description changes.
struct IndexTrack {
  private(set) var box: Box
  /// What kind of media it has: `vide`, `soun`, `sbtl`, `text`.
  let handler: BoxType
  private(set) var header: TrackHeader
  private(set) var media: MediaHeader

  init(_ box: Box) throws(BoxError) {
    guard let header = box["tkhd"], let media = box.box("mdia", "mdhd"),
      let handler = HandlerBox.type(box.box("mdia", "hdlr"))
    else { throw BoxError("a track lacks a header") }
    self.box = box
    self.handler = handler
    self.header = try TrackHeader(header)
    self.media = try MediaHeader(media)
  }

  mutating func setCreation(_ time: Int64) {
    header.times.setCreation(time)
    media.times.setCreation(time)
    writeHeaders()
  }

  /// Gives texts the lowest part of the picture, where a muxer has given them none.
  mutating func placeText(in movie: (width: Int, height: Int)) {
    guard ["sbtl", "text", "subt"].contains(handler), header.width == 0, header.height == 0 else {
      return
    }
    let place = AddedTrack.TextPlace(in: movie)
    header.width = place.width
    header.height = place.height
    header.top = place.top
    writeHeaders()
  }

  mutating func describe(
    _ track: TrackDescription, isDefault: Bool, _ form: MovieContainer.DescriptionForm
  ) {
    header.isEnabled = isDefault
    if let group = track.alternateGroup { header.alternateGroup = group }
    if let language = track.language { media.language = MediaHeader.packed(language.code) }
    writeHeaders()
    let name = track.name ?? ""
    box.update("mdia") { media in
      media.update("hdlr") { $0 = HandlerBox.renamed($0, name, form) }
      guard let language = track.language, language.exceedsCode else { return }
      // ISO/IEC 14496-12, 8.4.6: behind the header.
      let extended = Box("elng", bytes: [0, 0, 0, 0] + Array(language.text.utf8) + [0])
      let place = media.children.firstIndex { $0.type == "mdhd" } ?? -1
      media.children.insert(extended, at: place + 1)
    }
    let userData = Self.userData(track, form)
    if !userData.isEmpty {
      box.update("udta", orMake: Box("udta", [])) { $0.children += userData }
    }
  }

  private mutating func writeHeaders() {
    let (header, media) = (header.box, media.box)
    box.update("tkhd") { $0 = header }
    box.update("mdia") { $0.update("mdhd") { $0 = media } }
  }

  /// The name and roles of a track: `kind` (ISO/IEC 14496-12, 8.10.4) with the names of DASH, and `tagc`,
  /// Apple's.
  private static func userData(
    _ track: TrackDescription, _ form: MovieContainer.DescriptionForm
  ) -> [Box] {
    var boxes: [Box] = []
    if let name = track.name, !name.isEmpty { boxes.append(Box("name", bytes: Array(name.utf8))) }
    for role in TrackRole.allCases where track.roles.contains(role) {
      if form == .mp4, let name = role.dashName {
        boxes.append(
          Box("kind", bytes: [0, 0, 0, 0] + Array("urn:mpeg:dash:role:2011\u{0}\(name)\u{0}".utf8)))
      }
      for name in role.characteristics { boxes.append(Box("tagc", bytes: Array(name.utf8))) }
    }
    return boxes
  }
}

extension TrackRole {
  /// What DASH calls it (ISO/IEC 23009-1, 5.8.5.5); `nil` for what that has no name for.
  package var dashName: String? {
    switch self {
    case .commentary: "commentary"
    case .forced: "forced-subtitle"
    case .hearingImpaired: "caption"
    case .visualImpaired: "description"
    case .dub: "dub"
    case .original: nil
    }
  }

  /// Apple's names, which playlists have too.
  package var characteristics: [String] {
    switch self {
    case .commentary: ["public.auxiliary-content"]
    case .forced: ["public.subtitles.forced-only"]
    case .hearingImpaired:
      [
        "public.accessibility.transcribes-spoken-dialog",
        "public.accessibility.describes-music-and-sound",
      ]
    case .visualImpaired: ["public.accessibility.describes-video"]
    case .original: ["public.original-content"]
    case .dub: ["public.translation.dubbed"]
    }
  }
}
