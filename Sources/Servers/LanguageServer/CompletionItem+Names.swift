import BaseValues
import Diagnostics
import EditorText
import FileSystem
import PlanModel
import ProjectFormat
import TimelineModel
import TitleRendering
import Workspace

/// An expression in a text that is being typed: `"{voice.e|"`.
struct ExpressionTyping {
  /// What of a name is there: `voice.e`.
  var word: String
  /// Where it stands in the document.
  var range: Range<Int>
  /// Whether a bracket stands before it.
  var isBracketed = false

  /// `nil` where the place is in no braces.
  init?(_ context: TypingContext) {
    guard let brace = context.prefix.lastIndex(of: "{"),
      !context.prefix[brace...].contains("}")
    else { return nil }
    let inside = context.prefix[context.prefix.index(after: brace)...]
    let word = inside.reversed().prefix { character in
      character.isASCII && (character.isLetter || character.isNumber) || "_.".contains(character)
    }
    self.word = String(word.reversed())
    isBracketed = inside.dropLast(self.word.count).last == "["
    let end = context.range.lowerBound + 1 + context.prefix.utf8.count
    range = end - self.word.utf8.count..<end
  }
}

// Names of what is in the project, with what is known of it.
extension LanguageServer {
  /// - Parameter group: the group that is being written; `nil` outside of all.
  func named(_ role: NameRole, in group: String?, _ document: OpenDocument) -> [CompletionItem] {
    let facts = role == .media ? mediaFacts(document) : [:]
    let files = scope(of: document, exact: false)
    return files.given(role, in: group).map { name in
      CompletionItem(
        label: name, kind: .reference, text: JSONText.quoted(name),
        detail: facts[name].map { MediaWords.text($0) } ?? "", isPreferred: true)
    }
  }

  /// What is known of media by their names, as the project was loaded last.
  func mediaFacts(_ document: OpenDocument) -> [String: MediaFacts] {
    var found: [String: MediaFacts] = [:]
    for project in projects(of: document) {
      guard let loaded = project.loaded, let items = loaded.document?.mediaItems else { continue }
      for item in items {
        if found[item.name] == nil, let facts = loaded.catalog[item.id] { found[item.name] = facts }
      }
    }
    return found
  }

  /// Names in expressions: items with their times, markers and parameters.
  func expressionNames(
    in group: String?, _ document: OpenDocument, _ expression: ExpressionTyping
  ) -> [CompletionItem] {
    let files = scope(of: document, exact: false)
    if let point = expression.word.lastIndex(of: ".") {
      let name = expression.word[..<point]
      return ["start", "end", "duration", "in", "out"].map {
        CompletionItem(label: "\(name).\($0)", kind: .reference, text: "\(name).\($0)")
      }
    }
    func item(_ name: String, _ detail: String, _ property: String = "") -> CompletionItem {
      let text =
        expression.isBracketed
        ? name.replacing("]", with: "]]") : ExpressionNames.spelled(name) + property
      return CompletionItem(label: text, kind: .reference, text: text, detail: detail)
    }
    return files.given(.item, in: group).map { item($0, "an item or a track", ".end") }
      + files.given(.marker, in: group).map { item($0, "a marker") }
      + files.given(.parameter, in: group).map { item($0, "a parameter") }
      + [CompletionItem(label: "end", kind: .keyword, text: "end", detail: "the end of the movie")]
  }

  // MARK: - Parameters

  /// `use` with what parameters there are, where a value is to come from one.
  func uses(_ document: OpenDocument, _ context: TypingContext, _ way: FormatWay)
    -> [CompletionItem]
  {
    guard way.mayUseParameter, scope(of: document, exact: false).gives(.parameter, in: way.group)
    else { return [] }
    let follows = context.hasColon ? "" : ": "
    return [
      CompletionItem(
        label: "use", kind: .field, text: "\"use\"" + follows,
        snippet: follows.isEmpty ? nil : "\"use\": \"$1\"", detail: "the value of a parameter")
    ]
  }

  /// The parameters of what a clip shows, which is given values.
  func givenParameters(
    _ document: OpenDocument, _ context: TypingContext, _ way: FormatWay
  ) -> [CompletionItem] {
    let files = scope(of: document, exact: false)
    let home = files.home(ofParametersOf: way.shown)
    let family = home.project.map { self.files(ofProject: $0) } ?? files
    let (given, follows) = (context.siblings, context.hasColon ? "" : ": ")
    let comma = context.isFollowed && !context.hasColon ? "," : ""
    return family.definitions(.parameter, in: home.group).filter { !given.contains($0.name.text) }
      .map { file, name in
        let quoted = JSONText.quoted(name.text)
        let range = name.named ?? name.range
        return CompletionItem(
          label: name.text, kind: .field, text: quoted + follows + (follows.isEmpty ? "" : comma),
          detail: file.text.text(range.lower..<min(range.upper, range.lower + 200)),
          isPreferred: true)
      }
  }

  // MARK: - Files and fonts

  /// Files and folders for what of a path is typed.
  func paths(
    _ document: OpenDocument, _ context: TypingContext, ofParts: Bool
  ) -> [CompletionItem] {
    let typed = context.prefix
    let folder = MediaLocator.folder(of: typed)
    guard !options.isConfined || !typed.hasPrefix("/") && !typed.contains("..") else { return [] }
    let base = MediaLocator.folder(of: document.path)
    let there = typed.hasPrefix("/") ? folder : MediaLocator.join(base, folder)
    let files = scope(of: document, exact: false)
    return FileAccess.names(in: there.isEmpty ? "/" : there).filter { !$0.hasPrefix(".") }
      .prefix(1000).compactMap { name in
        let path = folder.isEmpty ? name : MediaLocator.join(folder, name)
        let isFolder = FileAccess.isFolder(MediaLocator.join(there, name)) == true
        if !isFolder, name.hasSuffix(".json") != ofParts { return nil }
        return CompletionItem(
          label: isFolder ? path + "/" : path, kind: isFolder ? .folder : .file,
          text: JSONText.quoted(files.written(isFolder ? path + "/" : path)),
          isPreferred: !isFolder)
      }
  }

  /// Installed families, with how much of the text each has.
  func fonts(_ document: OpenDocument, _ context: TypingContext) -> [CompletionItem] {
    guard let texts = projects(of: document).lazy.compactMap({ $0.loaded?.texts }).first else {
      return []
    }
    let families = texts.familyNames()
    let text = context.text(of: "text") ?? ""
    return families.prefix(500).map { family in
      var detail = ""
      // Each font is opened for that: of many only where few are left.
      let typed = context.prefix.lowercased()
      let isLikely =
        families.count <= 60 || !typed.isEmpty && family.lowercased().hasPrefix(typed)
      let style = TextStyle(text: text, font: .family(family), size: Rational(48))
      if !text.isEmpty, isLikely, let (covered, count) = texts.coverage(of: style) {
        detail = covered == count ? "has the whole text" : "has \(covered) of \(count) characters"
      }
      return CompletionItem(
        label: family, kind: .value, text: JSONText.quoted(family), detail: detail)
    }
  }

  // MARK: - Transitions

  /// The longest duration that a transition can have where it is being written, and half of it.
  ///
  /// A short project is looked at as if the transition took a frame; in a long one, and while something
  /// else is wrong, what was resolved last has to do.
  func fittingDurations(_ document: OpenDocument, _ context: TypingContext) -> [CompletionItem] {
    guard let start = context.levels.last?.start else { return [] }
    for project in projects(of: document) {
      if let trial = trial(of: project, document, context.range, as: "\"1f\""),
        let timeline = trial.timeline, let inFile = self.start(of: document, in: trial.file)
      {
        let place = context.range.lowerBound + inFile
        for track in timeline.tracks {
          for number in track.transitions.indices
          where track.transitions[number].durationRange.lower == place {
            return fittingDurations(number, on: track, of: timeline, trial.catalog)
          }
        }
      }
      guard let resolved = project.resolved, let loaded = project.loaded,
        DocumentURI.identity(resolved.file.path) == document.identity
      else { continue }
      let movement = SourceMovement(from: resolved.file.bytes, to: document.text.bytes)
      for track in resolved.timeline.tracks {
        for (number, transition) in track.transitions.enumerated() {
          // The value is what is being typed: it begins where it began.
          guard let now = movement.moved(SourceRange(at: transition.durationRange.lower)),
            now.lower > start, now.lower <= context.range.upperBound
          else { continue }
          return fittingDurations(number, on: track, of: resolved.timeline, loaded.catalog)
        }
      }
    }
    return []
  }

  /// A project as it would be with other text in one place; `nil` where that takes too long.
  private func trial(
    of project: ServedProject, _ document: OpenDocument, _ range: Range<Int>, as text: String
  ) -> LoadedProject? {
    guard let loaded = project.loaded else { return nil }
    let identity = DocumentURI.identity(project.path)
    var bytes = document.text.bytes
    bytes.replaceSubrange(range, with: Array(text.utf8))
    var options = options
    options.openTexts[document.identity] = bytes
    let file = SourceFile(
      path: loaded.file.path, bytes: options.openTexts[identity] ?? loaded.file.bytes)
    guard max(bytes.count, file.bytes.count) <= OpenDocument.largeText else { return nil }
    return ProjectLoader(options).load(file)
  }

  private func fittingDurations(
    _ number: Int, on track: Track, of timeline: Timeline, _ catalog: MediaCatalog
  ) -> [CompletionItem] {
    let grid = FrameGrid(timeline.output.frameRate)
    let transition = track.transitions[number]
    let neighbours = (
      into: track.transitions.first { $0.to != nil && $0.to == transition.from },
      outOf: track.transitions.first { $0.from != nil && $0.from == transition.to }
    )
    guard
      let longest = try? track.longestDuration(
        of: transition, beside: neighbours, grid, in: catalog), longest < 1 << 32
    else { return [] }
    return [longest, longest / 2].filter { $0 > 0 }.map { frames in
      CompletionItem(
        label: "\(frames)f", kind: .value, text: "\"\(frames)f\"",
        detail: frames == longest ? "as long as its clips and handles allow" : "half of that",
        isPreferred: true)
    }
  }
}

/// What is known of media, in words.
enum MediaWords {
  /// One line: `12.4 s · 1920×1080 · 25 fps · stereo`.
  static func text(_ facts: MediaFacts) -> String {
    var parts: [String] = []
    if let length = length(facts) { parts.append("\(length) s") }
    if let video = facts.video {
      parts.append("\(video.codedSize.width)×\(video.codedSize.height)")
      switch video.frames {
      case .still: parts.append("still")
      case .regular(_, let rate, _): parts.append("\(rate.shortDescription) fps")
      case .irregular: parts.append("variable rate")
      }
    }
    if let audio = facts.audio {
      let channels =
        audio.channels == 1
        ? "mono" : audio.channels == 2 ? "stereo" : "\(audio.channels) channels"
      parts.append("\(channels) \(audio.sampleRate) Hz")
    }
    return parts.joined(separator: " · ")
  }

  /// How long it lasts, in seconds to the hundredth; `nil` for what has no end.
  private static func length(_ facts: MediaFacts) -> String? {
    var end: Rational?
    if let video = facts.video, !video.isStill, let videoEnd = try? video.extent().end {
      end = videoEnd
    }
    if end == nil { end = facts.audio?.range?.end }
    return end.map { $0.decimalApproximation(places: 2) }
  }
}
