package import BaseValues
package import OutputKinds

/// The index of a movie, `moov`, which gets what the movie says of itself after the muxer has written it.
///
/// The muxer's own tracks, times and samples stay as they are. Chapters and a timecode become tracks at the
/// end, whose samples the caller puts into the file: `samples`.
package struct MovieIndex: Hashable, Sendable {
  /// Samples of the tracks that were added, to lie in one piece.
  package private(set) var samples: [UInt8] = []

  private let form: MovieContainer.DescriptionForm
  private var moov: Box
  /// Of the muxer.
  private let trackCount: Int
  /// Where the samples of each track that was added begin in `samples`.
  private var sampleOffsets: [Int] = []

  /// The index that a muxer has written.
  ///
  /// - Parameter form: with boxes.
  /// - Throws: `BoxError` for boxes without an index.
  package init(_ boxes: [Box], _ form: MovieContainer.DescriptionForm) throws(BoxError) {
    guard let moov = boxes.first(where: { $0.type == "moov" }), moov["mvhd"] != nil else {
      throw BoxError("there is no index")
    }
    self.moov = moov
    self.form = form
    trackCount = moov.children.count { $0.type == "trak" }
  }

  /// More bytes than a description takes in an index and in samples.
  package static func size(of description: MovieDescription, trackCount: Int) -> Int {
    if description.isEmpty { return 0 }
    var size = 4096 + 1024 * max(trackCount, description.tracks.count)
    for tag in description.tags { size += 2 * (tag.name.utf8.count + tag.value.utf8.count) + 256 }
    for picture in description.artwork { size += picture.bytes.count + 64 }
    for chapter in description.chapters {
      size += min(chapter.title.utf8.count, 65_535) + min(chapter.title.utf8.count, 255) + 64
    }
    for track in description.subtitles {
      size += 2048
      for cue in track.cues { size += cue.text.utf8.count + 64 }
    }
    return size
  }

  /// Moves QuickTime's metadata to where QuickTime looks for it: into the index itself, where libav puts it
  /// into the user data as MP4 has it.
  package mutating func raiseMetadata() {
    guard form == .quickTime, moov["meta"] == nil, var meta = moov.box("udta", "meta"),
      HandlerBox.type(meta["hdlr"]) == "mdta"
    else { return }
    // QuickTime has neither a version nor flags there.
    meta.content = .boxes(head: [], meta.children, tail: [])
    moov.update("udta") { $0.children.removeAll { $0.type == "meta" } }
    moov.children.removeAll { $0.type == "udta" && $0.children.isEmpty && $0.bytes.isEmpty }
    moov.children.append(meta)
  }

  /// Says what a description says. Done once.
  ///
  /// - Parameter rate: of the pictures.
  /// - Throws: `BoxError` for an index that lacks what every one has, for a chapter behind the movie's end,
  /// and for
  ///   times that do not fit.
  package mutating func describe(
    _ description: MovieDescription, rate: FrameRate?
  ) throws(BoxError) {
    var tracks = try moov.children.filter { $0.type == "trak" }.map(IndexTrack.init)
    guard let headerBox = moov["mvhd"] else { throw BoxError("there is no index") }
    var header = try MovieHeader(headerBox)
    let defaults = description.defaults(tracks.map(\.handler))
    let size = tracks.first { $0.handler == "vide" }.map { ($0.header.width, $0.header.height) }
    for number in tracks.indices {
      tracks[number].describe(description.track(number), isDefault: defaults[number], form)
      if let size { tracks[number].placeText(in: size) }
      if let time = description.creationTime { tracks[number].setCreation(time) }
    }
    if let time = description.creationTime { header.times.setCreation(time) }
    try setPosterTime(description.posterTime, &header)
    let added = try addedTracks(description, tracks, header, rate)
    // Of a movie without pictures the first track refers to the chapters.
    let owner = tracks.firstIndex { $0.handler == "vide" } ?? 0
    var boxes = tracks.map(\.box)
    for track in added {
      let number = header.nextTrack
      header.nextTrack = number + 1
      if let reference = track.reference, boxes.indices.contains(owner) {
        boxes[owner].refer(to: number, by: reference, before: "mdia")
      }
      add(track, as: number, header, to: &boxes)
    }
    let shown = Self.shownSubtitles(description)
    for (place, subtitles) in description.subtitles.enumerated() {
      let number = header.nextTrack
      header.nextTrack = number + 1
      let timescale = Self.textScale(tracks.first { $0.handler == "vide" }?.media.timescale ?? 0)
      let track = try AddedTrack.subtitles(
        subtitles, timescale: timescale, until: try Self.duration(header),
        AddedTrack.TextPlace(in: size ?? (0, 0)))
      add(track, as: number, header, to: &boxes)
      var made = try IndexTrack(boxes[boxes.count - 1])
      var said = subtitles.track
      said.alternateGroup = said.alternateGroup ?? Self.subtitleGroup
      made.describe(said, isDefault: shown[place], form)
      if let size { made.placeText(in: size) }
      if let time = description.creationTime { made.setCreation(time) }
      boxes[boxes.count - 1] = made.box
    }
    setTracks(boxes, header.box)
    try setTags(description)
  }

  // MARK: - Parts

  /// The group of all subtitles where a track names none: one of them is shown.
  private static let subtitleGroup = 3

  /// Which tracks of subtitles are enabled. Players list subtitles only where one is.
  private static func shownSubtitles(_ description: MovieDescription) -> [Bool] {
    var result = description.subtitles.map { $0.track.isDefault == true }
    let first = description.subtitles.firstIndex { $0.track.isDefault == nil }
    if !result.contains(true), let first { result[first] = true }
    return result
  }

  private mutating func add(
    _ track: AddedTrack, as number: Int, _ header: MovieHeader, to boxes: inout [Box]
  ) {
    sampleOffsets.append(samples.count)
    boxes.append(
      track.box(number: number, movieDuration: header.times.duration, offset: 0, form))
    samples += track.samples.joined()
  }

  /// Of the movie, in seconds.
  private static func duration(_ header: MovieHeader) throws(BoxError) -> Rational {
    guard header.timescale > 0,
      let end = Rational(Int64(header.times.duration), Int64(header.timescale))
    else { throw BoxError("the index has no duration") }
    return end
  }

  private func setPosterTime(_ time: Rational?, _ header: inout MovieHeader) throws(BoxError) {
    guard let time, form == .quickTime else { return }
    let units = try? time.scaled(by: Int64(header.timescale), rounding: .nearest)
    guard let units, units < header.times.duration, units <= Int64(UInt32.max) else {
      throw BoxError("the poster time is not within the movie")
    }
    header.posterTime = Int(units)
  }

  private func addedTracks(
    _ description: MovieDescription, _ tracks: [IndexTrack], _ header: MovieHeader,
    _ rate: FrameRate?
  ) throws(BoxError) -> [AddedTrack] {
    let media = (tracks.first { $0.handler == "vide" } ?? tracks.first)?.media
    let end = try Self.duration(header)
    var added: [AddedTrack] = []
    let chapters = description.arrangedChapters
    if !chapters.isEmpty {
      added.append(
        try .chapters(chapters, timescale: Self.textScale(media?.timescale ?? 0), until: end))
    }
    if let timecode = description.timecode, let rate {
      // The timecode lasts as long as the pictures.
      let length = media.flatMap {
        $0.timescale > 0 ? Rational(Int64($0.times.duration), Int64($0.timescale)) : nil
      }
      added.append(try .timecode(timecode, at: rate, until: length ?? end, form))
    }
    return added
  }

  /// Units a second in which frames' times are whole, and others are close.
  private static func textScale(_ media: Int) -> Int {
    media > 0 ? media * max(1, (9999 + media) / media) : 1000
  }

  /// Puts tracks in place of those that are there, behind the other tracks those that are new.
  private mutating func setTracks(_ tracks: [Box], _ header: Box) {
    var rest = tracks[...]
    var children: [Box] = []
    var last = 0
    for child in moov.children {
      if child.type == "mvhd" {
        children.append(header)
      } else {
        children.append(child.type == "trak" ? rest.popFirst() ?? child : child)
      }
      if child.type == "trak" { last = children.count }
    }
    children.insert(contentsOf: rest, at: last)
    moov.children = children
  }

  private mutating func setTags(_ description: MovieDescription) throws(BoxError) {
    let hasTags = !description.tags.isEmpty || !description.artwork.isEmpty
    if form == .quickTime, hasTags {
      moov.update("meta", orMake: KeyedTags.meta()) { meta in
        var tags = KeyedTags(meta["keys"])
        tags.append(description)
        meta.update("keys") { $0 = tags.keysBox }
        meta.update("ilst") { $0.children += tags.items }
      }
    }
    var userData: [Box] = []
    // QuickTime's pictures are among its own metadata.
    let items = ItemTags.items(description, artwork: form == .mp4)
    let place = description.tags.first { $0.key == .location }
    let list =
      description.chapters.isEmpty ? nil : try AddedTrack.list(description.arrangedChapters)
    if let place { userData.append(Self.international("©xyz", place.value)) }
    if let list { userData.append(list) }
    guard !items.isEmpty || !userData.isEmpty else { return }
    moov.update("udta", orMake: Box("udta", [])) { udta in
      if !items.isEmpty {
        udta.update("meta", orMake: ItemTags.meta()) { meta in
          meta.update("ilst", orMake: Box("ilst", [])) { $0.children += items }
        }
      }
      udta.children += userData
    }
  }

  /// User data of QuickTime: a length of 16 bits, a language, a text.
  private static func international(_ type: BoxType, _ text: String) -> Box {
    let text = Array(text.cut(toBytes: 65_535).utf8)
    var bytes: [UInt8] = []
    bytes.append(number: text.count, bytes: 2)
    bytes.append(number: MediaHeader.packed("und"), bytes: 2)
    return Box(type, bytes: bytes + text)
  }
}

// MARK: - In the file

extension MovieIndex {
  /// Bytes of the index.
  package var size: Int { moov.size }

  /// The bytes of the index in its file.
  ///
  /// - Parameters:
  ///   - samples: where the samples of the tracks that were added lie.
  ///   - distance: bytes by which the samples of the others lie behind where the muxer wrote them.
  /// - Throws: `BoxError` where an offset does not fit: see `widenOffsets`.
  package func data(samplesAt samples: Int, mediaMovedBy distance: Int) throws(BoxError) -> [UInt8]
  {
    var moov = moov
    var number = 0
    var children = moov.children
    for place in children.indices where children[place].type == "trak" {
      let move = number < trackCount ? distance : samples + sampleOffsets[number - trackCount]
      number += 1
      if move != 0 { try children[place].moveChunks(by: move) }
    }
    moov.children = children
    return moov.data
  }

  /// Makes room for offsets of 64 bits wherever one may come to lie so far behind where it is.
  package mutating func widenOffsets(movedBy distance: Int) throws(BoxError) {
    var children = moov.children
    for place in children.indices where children[place].type == "trak" {
      try children[place].widenChunks(movedBy: distance)
    }
    moov.children = children
  }
}

extension Box {
  /// Changes the table of a track's samples.
  fileprivate mutating func updateTable(
    _ change: (inout Box) throws(BoxError) -> Void
  ) throws(BoxError) {
    try update("mdia") { (media: inout Box) throws(BoxError) in
      try media.update("minf") { (information: inout Box) throws(BoxError) in
        try information.update("stbl", change)
      }
    }
  }

  /// Adds to where the chunks of a track lie.
  fileprivate mutating func moveChunks(by distance: Int) throws(BoxError) {
    try updateTable { (table: inout Box) throws(BoxError) in
      try table.update("stco") { (box: inout Box) throws(BoxError) in
        box = try box.offsets(4, 4, as: "stco", movedBy: distance)
      }
      try table.update("co64") { (box: inout Box) throws(BoxError) in
        box = try box.offsets(8, 8, as: "co64", movedBy: distance)
      }
    }
  }

  fileprivate mutating func widenChunks(movedBy distance: Int) throws(BoxError) {
    try updateTable { (table: inout Box) throws(BoxError) in
      try table.update("stco") { (box: inout Box) throws(BoxError) in
        let wide = try box.offsets(4, 8, as: "co64", movedBy: 0)
        let largest = stride(from: 8, to: wide.bytes.count, by: 8).lazy
          .map { wide.bytes.number(at: $0, 8) }.max()
        if (largest ?? 0) + distance > Int(UInt32.max) { box = wide }
      }
    }
  }

  /// A table of offsets with others, which may take more bytes.
  private func offsets(
    _ old: Int, _ new: Int, as type: BoxType, movedBy distance: Int
  ) throws(BoxError) -> Box {
    var fields = BoxFields(self)
    _ = try fields.number(4)
    let count = try fields.number(4)
    guard bytes.count >= 8 + count * old else { throw BoxError("a table of chunks is too short") }
    var result = Array(bytes.prefix(8))
    result.reserveCapacity(8 + count * new)
    for _ in 0..<count {
      let offset = try fields.number(old) + distance
      guard offset >= 0, new == 8 || offset <= Int(UInt32.max) else {
        throw BoxError("the offset of a chunk does not fit")
      }
      result.append(number: offset, bytes: new)
    }
    return Box(type, bytes: result)
  }

  /// Adds a reference of a track to another one.
  fileprivate mutating func refer(to track: Int, by reference: BoxType, before other: BoxType) {
    var number: [UInt8] = []
    number.append(number: track, bytes: 4)
    let added = Box(reference, bytes: number)
    if self["tref"] == nil {
      let place = children.firstIndex { $0.type == other } ?? children.endIndex
      children.insert(Box("tref", []), at: place)
    }
    update("tref") { $0.children.append(added) }
  }
}
