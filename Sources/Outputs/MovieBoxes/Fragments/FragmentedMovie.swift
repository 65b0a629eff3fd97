internal import BaseValues

/// A finished movie that is cut into fragments (ISO/IEC 14496-12, 8.8): an index without samples, and then samples
/// with what is known of them, some at a time.
///
/// ```
/// whole        type  index of all samples       media
/// fragmented   type  index without  ┊ fragment, media ┊ fragment, media ┊ …
/// ```
/// No sample is changed, and every track keeps its edit list: of pictures it leaves out the time by which they are
/// decoded before they are shown, of sound what encoders put before it (CMAF, ISO/IEC 23000-19, 7.5.13). Shifts below
/// 0 would do without for pictures, but libav shows such pictures late.
package struct FragmentedMovie: Sendable {
  /// A track that is cut.
  package struct Track: Sendable {
    /// By which the file calls it.
    package let number: Int
    /// Whether it holds pictures; else sound.
    package let isPictures: Bool
    /// Units a second of its times.
    package let timescale: Int
    /// Units that are left out at its beginning.
    package let lead: Int
    /// Units that are shown or heard.
    package let length: Int
    /// In order of decoding.
    package let samples: [TrackSample]
    /// What it was encoded with, as RFC 6381 says it: `avc1.64001F`; `nil` for what has no such name here.
    package let codecName: String?
    fileprivate let box: Box

    /// When a sample is shown or heard, from the beginning of the movie; below 0 where it lies before.
    package func time(of sample: TrackSample) -> Int { sample.time + sample.shift - lead }
  }

  /// The tracks of pictures and sound, in the order of the file.
  package let tracks: [Track]
  private let moov: Box
  private let header: MovieHeader
  /// Tracks of texts and times, which stay in the index: they are as short as it is.
  private let others: [(number: Int, box: Box, samples: [TrackSample])]

  /// A movie by its index.
  ///
  /// - Throws: `BoxError` for an index that lacks something.
  package init(_ moov: Box) throws(BoxError) {
    guard let box = moov["mvhd"] else { throw BoxError("there is no index") }
    self.moov = moov
    header = try MovieHeader(box)
    var tracks: [Track] = []
    var others: [(number: Int, box: Box, samples: [TrackSample])] = []
    for box in moov.children where box.type == "trak" {
      let track = try IndexTrack(box)
      guard let table = box.box("mdia", "minf", "stbl") else {
        throw BoxError("a track lacks its tables")
      }
      let samples = try SampleTable.samples(of: table)
      if track.handler == "vide" || track.handler == "soun" {
        tracks.append(try Self.track(box, track, samples, table, movieScale: header.timescale))
      } else {
        others.append((track.header.track, box, samples))
      }
    }
    self.tracks = tracks
    self.others = others
  }

  private static func track(
    _ box: Box, _ track: IndexTrack, _ samples: [TrackSample], _ table: Box, movieScale: Int
  ) throws(BoxError) -> Track {
    let isPictures = track.handler == "vide"
    let scale = track.media.timescale
    guard scale > 0, movieScale > 0 else { throw BoxError("a track has no scale of times") }
    let edit = try edit(box.box("edts", "elst"))
    let lead = edit?.lead ?? 0
    let end = samples.last.map { $0.time + $0.duration } ?? 0
    var length = isPictures ? end : max(0, end - lead)
    // The last packet of sound may last longer than it is heard.
    if !isPictures, let duration = edit?.duration, duration > 0,
      let exact = Rational(Int64(duration), Int64(movieScale)),
      let heard = try? exact.scaled(by: Int64(scale), rounding: .nearest)
    {
      length = min(length, Int(heard))
    }
    return Track(
      number: track.header.track, isPictures: isPictures, timescale: scale, lead: lead,
      length: length, samples: samples,
      codecName: CodecName.name(of: table["stsd"]), box: box)
  }

  /// What is shown of a track: one stretch of it from some time on; `nil` for all of it.
  private static func edit(_ list: Box?) throws(BoxError) -> (duration: Int, lead: Int)? {
    guard let list else { return nil }
    var fields = BoxFields(list)
    let isWide = try fields.number(1) == 1
    _ = try fields.number(3)
    guard try fields.number(4) == 1 else { throw BoxError("a track is edited more than once") }
    let duration = try fields.number(isWide ? 8 : 4)
    let lead = try fields.number(isWide ? 8 : 4)
    guard lead <= Int(Int32.max) else { throw BoxError("a track begins with a pause") }
    return (duration, lead)
  }
}

// MARK: - The index

extension FragmentedMovie {
  /// Where the samples lie that stay in the index.
  package var otherMedia: [Range<Int>] { others.flatMap { $0.samples.map(\.place) } }

  /// The index: tracks without samples, and, where they are wanted, those that stay in it.
  ///
  /// - Parameters:
  ///   - chosen: places in `tracks`.
  ///   - besides: bytes of the file without the index and without the last box, one of media, which has the samples of
  ///     `otherMedia` one behind the other; `nil` to leave those tracks out.
  package func index(of chosen: [Int], others besides: Int?) -> Box {
    guard let besides else { return index(chosen, othersAt: nil, isWide: false) }
    // A place that may not fit into 32 bits has 64.
    let isWide = besides > 1 << 31
    let size = index(chosen, othersAt: 0, isWide: isWide).size
    // A box of media begins with eight bytes.
    return index(chosen, othersAt: besides + size + 8, isWide: isWide)
  }

  private func index(_ chosen: [Int], othersAt place: Int?, isWide: Bool) -> Box {
    var header = header
    let duration = header.times.duration
    header.times.duration = 0
    var declared = chosen.map { Self.declared(tracks[$0]) }
    if place == nil {
      // What they refer to is not there.
      for track in declared.indices { declared[track].children.removeAll { $0.type == "tref" } }
    }
    var kept: [Box] = []
    // Every track has a box of what its samples have in common (8.8.3.1).
    var numbers = chosen.map { tracks[$0].number }
    if var place {
      for (number, box, samples) in others {
        numbers.append(number)
        kept.append(Self.placed(box, count: samples.count, at: place, isWide: isWide))
        place += samples.reduce(0) { $0 + $1.place.count }
      }
    }
    let extends = Box(
      "mvex",
      [Self.lengthBox(duration)] + numbers.map { fullBox("trex", [$0, 1, 0, 0, 0]) })
    var children = [header.box] + declared + kept + [extends]
    children += moov.children.filter { !["mvhd", "trak", "mvex"].contains($0.type) }
    return Box("moov", children)
  }

  /// `mehd`, how long the movie is with all its fragments (8.8.2).
  private static func lengthBox(_ duration: Int) -> Box {
    var bytes: [UInt8] = [1, 0, 0, 0]
    bytes.append(number: duration, bytes: 8)
    return Box("mehd", bytes: bytes)
  }

  /// A track without samples.
  private static func declared(_ track: Track) -> Box {
    var box = track.box
    // Pictures are shown to the end of the last fragment; some players lose one where a length is said. Sound is heard
    // as long as that says.
    if track.isPictures {
      box.update("edts") { edits in edits.update("elst") { $0 = Self.endless($0) } }
    }
    box.update("tkhd") { box in
      if var header = try? TrackHeader(box) {
        header.times.duration = 0
        box = header.box
      }
    }
    box.update("mdia") { media in
      media.update("mdhd") { box in
        if var header = try? MediaHeader(box) {
          header.times.duration = 0
          box = header.box
        }
      }
      media.update("minf") { information in
        information.update("stbl") { table in
          table.children =
            table.children.filter { $0.type == "stsd" } + [
              fullBox("stts", [0]), fullBox("stsc", [0]), fullBox("stsz", [0, 0]),
              fullBox("stco", [0]),
            ]
        }
      }
    }
    return box
  }

  /// A list of one edit that lasts as long as there are fragments: one without a length (8.6.6.1).
  private static func endless(_ list: Box) -> Box {
    var bytes = list.bytes
    // A version and flags, and the number of edits, come before it.
    let length = bytes.first == 1 ? 8..<16 : 8..<12
    guard length.upperBound <= bytes.count else { return list }
    for place in length { bytes[place] = 0 }
    return Box("elst", bytes: bytes)
  }

  /// A track whose samples lie in one piece elsewhere.
  private static func placed(_ track: Box, count: Int, at place: Int, isWide: Bool) -> Box {
    let offsets =
      isWide
      ? fullBox("co64", [1, place >> 32, place & 0xFFFF_FFFF]) : fullBox("stco", [1, place])
    var box = track
    box.update("mdia") { media in
      media.update("minf") { information in
        information.update("stbl") { table in
          table.children.removeAll { ["stsc", "stco", "co64"].contains($0.type) }
          table.children += [fullBox("stsc", [1, 1, count, 1]), offsets]
        }
      }
    }
    return box
  }
}

// MARK: - Fragments

extension FragmentedMovie {
  /// A fragment: its box, and the bytes of the whole movie that follow it as media.
  package struct Fragment: Sendable {
    /// `moof` and the beginning of `mdat`.
    package var head: [UInt8]
    /// In their order.
    package var media: [Range<Int>]

    /// Bytes of all of it.
    package var size: Int { media.reduce(head.count) { $0 + $1.count } }
  }

  /// A fragment of some samples.
  ///
  /// - Parameters:
  ///   - number: from 1 on.
  ///   - parts: samples of tracks by places in `tracks`; none of them empty.
  /// - Throws: `BoxError` for more media than a fragment holds.
  package func fragment(
    _ number: Int, _ parts: [(track: Int, samples: Range<Int>)]
  ) throws(BoxError) -> Fragment {
    var media: [Range<Int>] = []
    var sizes: [Int] = []
    for part in parts {
      var size = 0
      for sample in tracks[part.track].samples[part.samples] {
        size += sample.place.count
        if let last = media.last, last.upperBound == sample.place.lowerBound {
          media[media.count - 1] = last.lowerBound..<sample.place.upperBound
        } else {
          media.append(sample.place)
        }
      }
      sizes.append(size)
    }
    let all = sizes.reduce(0, +)
    // Media are found by numbers of 31 bits.
    guard all < 1 << 30 else { throw BoxError("a fragment has more than 1 GiB of media") }
    let length = fragmentBox(number, parts, sizes, head: 0).size
    var head = fragmentBox(number, parts, sizes, head: length + 8).data
    head.append(number: all + 8, bytes: 4)
    head += Array("mdat".utf8)
    return Fragment(head: head, media: media)
  }

  private func fragmentBox(
    _ number: Int, _ parts: [(track: Int, samples: Range<Int>)], _ sizes: [Int], head: Int
  ) -> Box {
    var boxes = [fullBox("mfhd", [number])]
    var offset = head
    for (part, size) in zip(parts, sizes) {
      let track = tracks[part.track]
      boxes.append(Self.run(of: track, track.samples[part.samples], at: offset))
      offset += size
    }
    return Box("moof", boxes)
  }

  /// `traf` with one run (8.8.6 to 8.8.12). What all samples have in common is said once.
  private static func run(
    of track: Track, _ samples: ArraySlice<TrackSample>, at offset: Int
  ) -> Box {
    guard let first = samples.first else { return Box("traf", []) }
    let rest = samples.dropFirst()
    let hasDuration = rest.allSatisfy { $0.duration == first.duration }
    let hasSize = rest.allSatisfy { $0.place.count == first.place.count }
    let common = rest.first ?? first
    let hasFlags = rest.allSatisfy { $0.isSync == common.isSync }
    let hasShifts = samples.contains { $0.shift != 0 }

    // Offsets count from the fragment's beginning.
    var head: [UInt8] = [0, 2, 0, 0]
    head[3] = (hasDuration ? 0x08 : 0) | (hasSize ? 0x10 : 0) | (hasFlags ? 0x20 : 0)
    head.append(number: track.number, bytes: 4)
    if hasDuration { head.append(number: first.duration, bytes: 4) }
    if hasSize { head.append(number: first.place.count, bytes: 4) }
    if hasFlags { head.append(number: flags(common), bytes: 4) }

    var time: [UInt8] = [1, 0, 0, 0]
    time.append(number: first.time, bytes: 8)

    let saysFirst = hasFlags && first.isSync != common.isSync
    var list: [UInt8] = [1, 0, 0, 0x01 | (saysFirst ? 0x04 : 0)]
    list[2] =
      (hasDuration ? 0 : 0x01) | (hasSize ? 0 : 0x02) | (hasFlags ? 0 : 0x04)
      | (hasShifts ? 0x08 : 0)
    list.append(number: samples.count, bytes: 4)
    list.append(number: offset, bytes: 4)
    if saysFirst { list.append(number: flags(first), bytes: 4) }
    for sample in samples {
      if !hasDuration { list.append(number: sample.duration, bytes: 4) }
      if !hasSize { list.append(number: sample.place.count, bytes: 4) }
      if !hasFlags { list.append(number: flags(sample), bytes: 4) }
      if hasShifts { list.append(number: sample.shift, bytes: 4) }
    }
    return Box(
      "traf",
      [Box("tfhd", bytes: head), Box("tfdt", bytes: time), Box("trun", bytes: list)])
  }

  /// Whether a sample depends on others, and whether decoding can begin with it (8.8.3.1).
  private static func flags(_ sample: TrackSample) -> Int {
    sample.isSync ? 0x0200_0000 : 0x0101_0000
  }

  /// `sidx`, where the fragments lie behind it and how long they last (8.16.3): each begins with a picture at which
  /// decoding can begin.
  ///
  /// - Parameters:
  ///   - track: whose times they are, a place in `tracks`.
  ///   - fragments: bytes, and units of the track's scale.
  /// - Returns: `nil` where there are more fragments than it counts, or one is too large.
  package func segmentIndex(of track: Int, _ fragments: [(size: Int, duration: Int)]) -> Box? {
    guard fragments.count <= 65_535, fragments.allSatisfy({ $0.size < 1 << 31 }) else { return nil }
    var bytes: [UInt8] = [1, 0, 0, 0]
    bytes.append(number: tracks[track].number, bytes: 4)
    bytes.append(number: tracks[track].timescale, bytes: 4)
    bytes.append(number: 0, bytes: 8)
    bytes.append(number: 0, bytes: 8)
    bytes.append(number: fragments.count, bytes: 4)
    for fragment in fragments {
      bytes.append(number: fragment.size, bytes: 4)
      bytes.append(number: fragment.duration, bytes: 4)
      bytes.append(number: 0x9000_0000, bytes: 4)
    }
    return Box("sidx", bytes: bytes)
  }
}

extension Box {
  /// `ftyp` or `styp`, what a file is and what else it can be read as (4.3, 8.16.2).
  package static func type(_ type: BoxType, brands: [String]) -> Box {
    var bytes = brands.first.map { Array($0.utf8) } ?? []
    bytes += [0, 0, 0, 0]
    for brand in brands { bytes += Array(brand.utf8) }
    return Box(type, bytes: bytes)
  }

  /// This `ftyp` with a further brand, where it does not have it.
  package func branded(_ brand: String) -> Box {
    let name = Array(brand.utf8)
    let has = stride(from: 8, to: bytes.count - 3, by: 4).contains {
      Array(bytes[$0..<$0 + 4]) == name
    }
    return has ? self : Box(type, bytes: bytes + name)
  }
}
