package import Diagnostics
package import FileSystem
import Glibc
package import LibAV
package import TimelineModel

/// Why a media item cannot be used; becomes a diagnostic at the item's place in the project.
package struct MediaProblem: Error, Hashable, Sendable {
  /// Always an error; its range is the item's value in the project.
  package var diagnostic: Diagnostic

  /// Whether there is no such file.
  package var isNotFound: Bool { diagnostic.id == .mediaNotFound }

  /// Whether there was such a file, whose content is nowhere now.
  package var isUnavailable: Bool { diagnostic.id == .mediaUnavailable }

  /// - Parameter origin: `.project` where no file has to be looked at to see the mistake.
  package init(
    _ id: MessageID, origin: Diagnostic.Origin = .media, _ message: String, _ item: MediaItem,
    notes: [Note] = [], fixes: [Fix] = []
  ) {
    diagnostic = Diagnostic(
      id: id, severity: .error, origin: origin, message: message, range: item.valueRange,
      notes: notes, fixes: fixes)
  }

  package init(
    locating problem: MediaLocator.Problem, path: String, item: MediaItem, locator: MediaLocator
  ) {
    switch problem {
    case .notFound(let tried):
      var fixes = Self.fixes(of: path, item: item, locator: locator)
      if !item.valueRange.isNone {
        fixes.append(
          Fix(message: "paths count from the file that says them; --media DIR adds a folder"))
        if let relinking = Self.relinking(locator) { fixes.append(relinking) }
        if NumberedPath(path) != nil {
          fixes.append(
            Fix(message: "numbered pictures are written as { \"sequence\": \"\(path)\" }"))
        }
      }
      self.init(
        .mediaNotFound, "media file '\(path)' does not exist", item,
        notes: tried.prefix(4).map { Note(message: "looked for '\($0)'") }, fixes: fixes)
    case .isFolder:
      self.init(
        .mediaIsFolder, "'\(path)' is a folder, not a media file", item,
        fixes: [Fix(message: "name a file in it")])
    case .notRegular:
      self.init(
        .mediaUnreadable, "'\(path)' is not a regular file", item,
        fixes: [Fix(message: "copy what it gives to a file first")])
    case .empty:
      self.init(
        .mediaEmpty, "'\(path)' is empty (0 bytes)", item,
        fixes: [Fix(message: "check how it was copied or exported")])
    case .unreadable(let reason):
      self.init(
        .mediaUnreadable, "'\(path)' cannot be read: \(reason)", item,
        fixes: [Fix(message: "check the file's permissions")])
    case .unavailable(let reason, let fix):
      self.init(.mediaUnavailable, "'\(path)' \(reason)", item, fixes: [Fix(message: fix)])
    case .outside:
      let mapped = locator.map.path(path).map { " (mapped to '\($0)')" } ?? ""
      self.init(
        .mediaOutside,
        "'\(path)'\(mapped) leads outside of the project's folder, which --confine refuses", item,
        fixes: [
          Fix(message: "copy it into the project's folder, or allow its folder with --allow-path")
        ])
    case .protocolNotAllowed(let name)
    where locator.isConfined && locator.allowedProtocols.contains(name):
      self.init(
        .mediaProtocol, "'\(path)' needs the protocol '\(name)', which --confine refuses", item,
        fixes: [Fix(message: "download the file into the project's folder first")])
    case .protocolNotAllowed("file"):
      self.init(
        .mediaProtocol, "'\(path)' is written as an address, not as a path", item,
        fixes: [Self.fix(ofAddress: path, item: item, locator: locator)])
    case .protocolNotAllowed(let name):
      self.init(
        .mediaProtocol, "'\(path)' needs the protocol '\(name)', which is not allowed", item,
        fixes: [
          Fix(message: "download the file first, or allow it with --allow-protocol \(name)")
        ])
    }
  }

  package init(
    locating problem: MediaLocator.Problem, sequence: ImageSequence, item: MediaItem,
    locator: MediaLocator
  ) {
    let path = sequence.path.text
    guard case .notFound(let tried) = problem else {
      self.init(locating: problem, path: path, item: item, locator: locator)
      return
    }
    let wanted = sequence.path.path(sequence.first ?? 1)
    let name = wanted.split(separator: "/").last.map(String.init) ?? wanted
    let near = Suggestion.closest(
      to: name, among: locator.neighbours(of: wanted).filter { !locator.namedPaths.contains($0) })
    self.init(
      .mediaNotFound,
      sequence.first.map { "there are no pictures '\(path)' from number \($0) on" }
        ?? "there are no pictures '\(path)'", item,
      notes: tried.prefix(4).map { Note(message: "looked for '\($0)'") },
      fixes: (near.map { [Fix(message: "there is '\($0)'; is it written so?")] } ?? [])
        + [Self.relinking(locator)].compactMap(\.self))
  }

  /// A problem with the files of a sequence.
  package init(sequence message: String, _ item: MediaItem, notes: [String] = [], fix: String) {
    self.init(
      .mediaSequence, message, item, notes: notes.map { Note(message: $0) },
      fixes: [Fix(message: fix)])
  }

  /// - Parameter complaints: what libav said of it.
  package init(opening error: LibAVError, path: String, item: MediaItem, complaints: [String] = [])
  {
    if error.isInterrupted {
      self.init(
        .mediaUnreadable, "'\(path)' leads in circles: reading it would not end", item,
        fixes: [Fix(message: "write it anew with another program")])
    } else if case .refusedFormat(let refusal) = error {
      let isProject = path.lowercased().hasSuffix(".json")
      let (words, fix) =
        isProject
        ? (
          "is no movie, sound or picture", "if it is a project, write { \"project\": \"\(path)\" }"
        )
        : Self.words(refusal)
      self.init(
        .mediaNotMedia, "'\(path)' \(words)", item, fixes: [Fix(message: fix)])
    } else if error == .refusedFile {
      self.init(
        .mediaUnreadable, "'\(path)' is not the file that was looked at any more", item,
        fixes: [Fix(message: "try again when nothing is being moved")])
    } else if case .inflation = error {
      self.init(
        .mediaLimit, "'\(path)' is not read: \(error)", item,
        fixes: [Fix(message: "store it anew without them: magick IN.png -strip OUT.png")])
    } else if error.isOutOfMemory {
      self.init(
        .mediaUnreadable, "'\(path)' cannot be read: \(error)", item,
        fixes: [Fix(message: "make memory free, or allow more (ulimit -v)")])
    } else if error.isAboutContent {
      self.init(
        .mediaNotMedia, "'\(path)' is not a media file that libav can read", item,
        notes: ["\(error)"].map { Note(message: $0) }
          + complaints.filter(Self.quotesNothing).prefix(2).map {
            Note(message: "libav says: \($0)")
          },
        fixes: [
          Fix(
            message: "name a movie, sound or picture; if it is one, check that it plays: its "
              + "name's ending does not matter")
        ])
    } else {
      self.init(
        .mediaUnreadable, "'\(path)' cannot be read: \(error)", item,
        fixes: [Fix(message: "check that the file plays, and convert it anew if it does not")])
    }
  }

  /// Whether libav's words are its own alone, and no numbers or names that it found in the file: that may
  /// be any file, and they its first bytes.
  private static func quotesNothing(_ complaint: String) -> Bool {
    complaint.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || " .,!()-/:".utf8.contains(byte)
    }
  }

  private static func words(
    _ refusal: ContainerFormats.Refusal
  ) -> (message: String, fix: String) {
    switch refusal {
    case .list:
      ("is a list that names other files, which are not followed", "name the media file itself")
    case .script: ("is a text, not a movie, sound or picture", "write text in a track of titles")
    case .captions:
      (
        "is a file of captions, not a movie, sound or picture",
        "write captions in a track of titles"
      )
    case .bare:
      (
        "has no header that says what it is: any file would pass for it",
        "put it into a container first: WAV, MKV, MP4"
      )
    case .program:
      (
        "is a file for a game or player, which is not read",
        "convert it to a common container first, with ffmpeg for example"
      )
    case .photo:
      (
        "is a HEIF file whose picture is made in a way that is not read: read are pictures of HEVC and "
          + "grids of them",
        "convert it first: heif-convert IN.heic OUT.png"
      )
    case .damagedPhoto:
      (
        "is a HEIC photo that is damaged or cut off: its tables lead to what is not there",
        "copy it from the camera once more, or try: heif-convert IN.heic OUT.png"
      )
    case .unknown:
      (
        "is of a kind that is not read",
        "convert it to a common container first, with ffmpeg for example"
      )
    }
  }

  package init(encrypted path: String, item: MediaItem) {
    self.init(
      .mediaEncrypted, "'\(path)' is encrypted: it cannot be decoded without a key", item,
      notes: [Note(message: "its streams are protected by common encryption (ISO/IEC 23001-7)")],
      fixes: [Fix(message: "get a copy without protection, or decrypt it with its key first")])
  }

  /// A file that is recognised, but not of a kind or size that can be read.
  package init(unreadable message: String, fix: String, item: MediaItem) {
    self.init(.mediaNotMedia, message, item, fixes: [Fix(message: fix)])
  }

  package init(noStream number: Int, of count: Int, kind: String, path: String, item: MediaItem) {
    let there = count == 0 ? "no \(kind) stream" : "\(count) \(kind) stream\(count == 1 ? "" : "s")"
    self.init(
      .mediaStream, "'\(path)' has no \(kind) stream \(number)", item,
      notes: [Note(message: "it has \(there), counted from 0")],
      fixes: count == 0 ? [] : [Fix(message: "use 0\(count == 1 ? "" : "…\(count - 1)")")])
  }

  package init(
    noLanguage code: String, of streams: [StreamDescription], path: String, item: MediaItem
  ) {
    let found = streams.enumerated().map { number, stream in
      let channels = stream.audio.channelCount
      let sound = "\(stream.codecName), \(channels) channel\(channels == 1 ? "" : "s")"
      return "stream \(number): \(stream.language ?? "no language") (\(sound))"
    }
    let known = streams.compactMap(\.language).first
    self.init(
      .mediaStream, "'\(path)' has no sound in the language '\(code)'", item,
      notes: (found.isEmpty ? ["it has no sound"] : found).map { Note(message: $0) },
      fixes: streams.isEmpty
        ? [] : [Fix(message: known.map { "use \"\($0)\", or a number" } ?? "use a number")])
  }

  package init(nothingIn path: String, item: MediaItem, notes: [String]) {
    self.init(
      .mediaNotMedia, "'\(path)' has neither pictures nor sound", item,
      notes: notes.map { Note(message: $0) })
  }

  package init(filter error: LibAVError, log: [String], text: String, item: MediaItem) {
    self.init(
      .mediaFilter, "libavfilter refuses '\(text)'", item,
      notes: (log.isEmpty ? ["\(error)"] : log.map { "libav says: \($0)" }).prefix(3)
        .map { Note(message: $0) },
      fixes: [Fix(message: "try it with: ffmpeg -f lavfi -i '\(text)' -t 1 -f null -")])
  }

  package init(refusing message: String, item: MediaItem) {
    self.init(.mediaFilter, message, item)
  }

  /// A chain that libav does not make, or that does not give one picture for each.
  ///
  /// - Parameter log: what libav said of it.
  package init(chain error: LibAVError, log: [String], text: String, item: MediaItem) {
    switch error {
    case FilterGraph.otherEnds:
      self.init(
        .filterInChain, origin: .project,
        "the chain has other ends than one for pictures to go in and one to come out", item,
        fixes: [
          Fix(
            message:
              "connect all ends within it; what is laid over the picture, as by overlay, stands on a "
              + "track above")
        ])
    case PictureChain.givesMore, PictureChain.givesFewer, PictureChain.movesTimes:
      let (what, way) =
        error == PictureChain.givesMore
        ? (
          "gives more pictures than it gets", "a filter source, { \"filter\": … } in \"media\", may"
        )
        : error == PictureChain.givesFewer
          ? (
            "gives fewer pictures than it gets",
            "choose what is shown with in, out and speed of the clip"
          )
          : ("changes the times of pictures", "change them with speed or timeMap of the clip")
      self.init(
        .filterPictures, origin: .project, "the chain \(what)", item,
        notes: [
          Note(message: "for each picture that goes in, one of the same time has to come out")
        ],
        fixes: [Fix(message: way)])
    default:
      self.init(
        .filterRefused, origin: .project, "libavfilter refuses '\(text)'", item,
        notes: (log.isEmpty ? ["\(error)"] : log.map { "libav says: \($0)" }).prefix(3)
          .map { Note(message: $0) },
        fixes: [
          Fix(message: "try it with: ffmpeg -f lavfi -i testsrc2 -vf '\(text)' -t 1 -f null -")
        ])
    }
  }

  /// A chain for sound that libav does not make, or that does not give as many samples as it gets.
  ///
  /// - Parameter log: what libav said of it.
  package init(soundChain error: LibAVError, log: [String], text: String, item: MediaItem) {
    switch error {
    case FilterGraph.otherEnds:
      self.init(
        .filterInChain, origin: .project,
        "the chain has other ends than one for sound to go in and one to come out", item,
        fixes: [
          Fix(message: "connect all ends within it; what is mixed in stands on a track of its own")
        ])
    case SoundChain.givesFewer, SoundChain.givesMore:
      let isFewer = error == SoundChain.givesFewer
      self.init(
        .filterSamples, origin: .project,
        "the chain gives \(isFewer ? "fewer" : "more") samples than it gets", item,
        notes: [Note(message: "for each sample that goes in one has to come out")],
        fixes: [
          Fix(
            message: isFewer
              ? "if a filter holds them back, give the chain a longer \"memory\""
              : "choose what is heard, when and how fast with in, out, at, speed and loop")
        ])
    default:
      self.init(
        .filterRefused, origin: .project, "libavfilter refuses '\(text)'", item,
        notes: (log.isEmpty ? ["\(error)"] : log.map { "libav says: \($0)" }).prefix(3)
          .map { Note(message: $0) },
        fixes: [
          Fix(message: "try it with: ffmpeg -f lavfi -i sine -af '\(text)' -t 1 -f null -")
        ])
    }
  }

  /// A chain that gives sound of another form than it gets.
  ///
  /// - Parameters:
  ///   - form: what comes out: `192000 Hz`, `mono`.
  ///   - wanted: what goes in.
  ///   - conversion: the filter that brings it back.
  package init(
    soundForm form: String, wanted: String, conversion: String, item: MediaItem
  ) {
    self.init(
      .filterSamples, origin: .project,
      "the chain gives sound of \(form), and the movie's is \(wanted)", item,
      fixes: [Fix(message: "end it with '\(conversion)'")])
  }

  /// A chain that remembers more than is said.
  ///
  /// - Parameters:
  ///   - memory: seconds.
  ///   - level: how loud the difference is that it makes, in dB below full scale.
  package init(shortMemory memory: String, level: Int, item: MediaItem) {
    self.init(
      .filterMemory, origin: .project,
      "the chain remembers more than \(memory) s: sound would jump by -\(level) dBFS from block to block",
      item,
      notes: [
        Note(
          message:
            "tried out with noise that is loud and then quiet; what cannot be heard is below -80 dBFS"
        )
      ],
      fixes: [
        Fix(
          message:
            "write { \"chain\": …, \"memory\": \"start\" }, or a longer time")
      ])
  }

  /// A chain that gives pictures that are too large.
  package init(filteredSize size: String, largest: Int, item: MediaItem) {
    self.init(
      .filterSize, origin: .project, "the chain gives pictures of \(size)", item,
      notes: [Note(message: "at most \(largest) in each direction can be used")],
      fixes: [Fix(message: "let it give smaller ones: the clip's \"scale\" enlarges what is shown")]
    )
  }

  /// A chain for composed pictures that changes their size.
  package init(filteredSize size: String, canvas: String, item: MediaItem) {
    self.init(
      .filterSize, origin: .project,
      "the chain makes pictures of \(size) out of \(canvas), and composed ones have to keep their size",
      item,
      fixes: [Fix(message: "let it give the size that it gets, or filter a clip of a file")])
  }
}
