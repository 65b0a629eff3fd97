import BaseValues
import PictureKinds
import Raster
import TimelineModel

/// What every object of the project format may have, for people, made from the tables that the readers
/// use.
package enum FormatReference {
  /// What one page is about.
  package struct Topic: Sendable {
    /// How people ask for it: `clip`, `mask`, `dissolve`. Two topics may have one name.
    package let name: String
    /// One sentence.
    package let summary: String
    /// The lines of its page.
    package let lines: [String]
    fileprivate let otherNames: [String]
    /// The words that it is about, if it is about a list of words.
    var values: [NamedValue] = []
    fileprivate var keys: [KeyDescription] = []
    /// The names of the kinds of objects that it is about.
    fileprivate var descriptions: [String] = []
  }

  /// In the order in which the schema names them, then transitions and blend modes.
  package static let topics: [Topic] = {
    var collector = DescriptionCollector()
    collector.collect(ProjectReader.description)
    collector.collect(PartReader.description)
    return collector.definitions.compactMap(Topic.init(of:))
      + TransitionKind.all.map { Topic(of: $0) } + [
        .blendModes, .kinds("effects", "all effects", EffectKind.all),
        .kinds("transitions", "all transitions", TransitionKind.all),
        .names("shapes", "all shapes of wipes", Shape<String>.wipeShape("").schema),
        .names("easings", "all easings that have names", Shape<Easing>.easing.schema),
        .names("colors", "all colours that have names", Shape<Color>.color.schema),
      ]
  }()

  /// The pages of a name, in any case and without hyphens, as this format or another program has it, or of a key of one
  /// kind, `clip.speed`; none where nobody knows it.
  package static func topics(named name: String) -> [Topic] {
    if let exact = topics.first(where: { $0.name == name }) {
      // People may mean something else by the word, too.
      return pages(ofWish: name).prefix(1) + topics.filter { $0.name == exact.name }
    }
    if let owned = page(ofOwnedKey: name) { return [owned] }
    let word = Spelling.plain(name)
    let same = topics.filter { Spelling.plain($0.name) == word }
    if !same.isEmpty { return same }
    let similar = topics.filter { $0.otherNames.contains(word) }
    if !similar.isEmpty { return similar }
    let keys = pages(ofKey: name)
    if !keys.isEmpty { return pages(ofWish: name).prefix(1) + keys }
    let wish = pages(ofWish: name)
    if !wish.isEmpty { return wish }
    let foreign = pages(ofForeignKey: name)
    if !foreign.isEmpty { return foreign }
    let values = pages(ofValue: name)
    if !values.isEmpty { return values }
    let parts = topics.filter { $0.name.split(separator: "-").contains { $0 == word } }
    let american = Wish.american(name)
    return parts.isEmpty && american != name ? topics(named: american) : parts
  }

  /// What other programs call a key, with the keys that mean it here: the words that checking knows.
  private static func pages(ofForeignKey name: String) -> [Topic] {
    var advice: [String] = []
    var ours: [String] = []
    for topic in topics {
      for description in topic.descriptions {
        guard let key = ForeignKey.meaning(of: name, in: description) else { continue }
        if let words = key.advice, !advice.contains(words) { advice.append(words) }
        if let own = key.ours, !ours.contains(own) { ours.append(own) }
      }
    }
    guard !advice.isEmpty || !ours.isEmpty else { return [] }
    let head =
      ours.isEmpty
      ? "\(name): no key here" : "\(name): here it is \(MessageParts.list(ours))"
    let page = Topic(
      name: name, summary: head,
      lines: [head, ""] + advice.flatMap { PageText.wrapped($0, indent: 2) }, otherNames: [])
    return [page] + ours.flatMap { pages(ofKey: $0) }
  }

  /// How something is done that is no key, with the pages of the keys that do it.
  private static func pages(ofWish name: String) -> [Topic] {
    guard let wish = Wish.named(name) else { return [] }
    let page = Topic(
      name: name, summary: wish.advice,
      lines: ["\(name):", ""] + PageText.wrapped(wish.advice, indent: 2), otherNames: [])
    return wish.pages.reduce(into: [page]) { pages, name in
      let own = topics.filter { $0.name == name }
      let keys =
        self.page(ofOwnedKey: name).map { [$0] } ?? Array(self.pages(ofKey: name).prefix(1))
      pages += own.isEmpty ? keys : own
    }
  }

  /// The page of a key of one kind alone, `clip.speed`.
  private static func page(ofOwnedKey name: String) -> Topic? {
    let parts = name.split(separator: ".")
    guard parts.count == 2,
      let key = topics.first(where: { $0.name == parts[0] })?.keys.first(where: {
        $0.name == parts[1]
      })
    else { return nil }
    return page(key, of: [String(parts[0])])
  }

  /// The keys that take a word as their value.
  private static func pages(ofValue name: String) -> [Topic] {
    let word = Spelling.plain(name)
    var keys: [String] = []
    for topic in topics {
      for key in topic.keys where !keys.contains(key.name) {
        if key.schema.nameLists.joined().contains(where: { Spelling.plain($0.name) == word }) {
          keys.append(key.name)
        }
      }
    }
    return keys.flatMap { pages(ofKey: $0) }
  }

  /// Names of keys that have no page of their own.
  package static var keyNames: [String] {
    Set(topics.flatMap { $0.keys.map(\.name) }).sorted()
  }

  /// What a key says wherever there is one of this name, a page for all that it means the same for.
  private static func pages(ofKey name: String) -> [Topic] {
    let word = Spelling.plain(name)
    var pages: [(key: KeyDescription, owners: [String])] = []
    for topic in topics {
      for key in topic.keys where key.name == name || Spelling.plain(key.name) == word {
        let known = pages.firstIndex {
          $0.key.summary == key.summary && $0.key.schema.words == key.schema.words
            && $0.key.default == key.default
        }
        if let known {
          pages[known].owners.append(topic.name)
        } else {
          pages.append((key, [topic.name]))
        }
      }
    }
    return pages.map { page($0.key, of: $0.owners) }
  }

  private static func page(_ key: KeyDescription, of owners: [String]) -> Topic {
    let few = owners.prefix(8).joined(separator: ", ") + (owners.count > 8 ? ", …" : "")
    return Topic(
      name: key.name, summary: key.summary,
      lines: PageText.wrapped("\(key.name): a key of \(few)", indent: 0) + [""]
        + PageText.keys([key]), otherNames: [])
  }
}

extension FormatReference.Topic {
  fileprivate init?(of description: ObjectDescription) {
    // Animations of effects are like the others.
    if description.name.hasSuffix("Animation") { return nil }
    let effect = EffectKind.all.first { "\($0.name)Effect" == description.name }
    name = description.topic
    otherNames = effect?.otherNames ?? Self.otherNames[name] ?? []
    summary = effect.map { "an effect: \($0.summary)" } ?? description.summary
    // An effect is known by its name.
    let keys = description.keys.filter { effect == nil || $0.name != "effect" }
    let isTransition = description.name == TransitionReader.videoDescription.name
    lines =
      PageText.head(name, description.noun, description.summary)
      + (isTransition ? PageText.material + [""] : []) + PageText.keys(keys)
      + PageText.groups(of: description)
    self.keys = keys
    descriptions = [description.name]
  }

  /// Words that people may try.
  private static let otherNames: [String: [String]] = [
    "animation": ["animate", "animations", "keyframes", "keyframe"],
    "generatedBelow": ["below", "adjustment", "adjust"], "generatedBars": ["bars"],
    "generatedCounter": ["counter"], "generatedTone": ["tone"], "generatedGradient": ["gradient"],
    "mediaFile": ["file", "media"], "mediaColor": ["solid"], "mediaSequence": ["sequence"],
    "pictureFilter": ["filter", "filters"], "gainChange": ["automation", "gain"],
    "titleFade": ["fadein", "fadeout"], "speedPoint": ["speed", "ramp"], "timePoint": ["timemap"],
    "audioEncoding": ["loudness", "aac", "audio", "truepeak", "channels", "samplerate"],
    "videoEncoding": ["crf", "bitrate", "video"], "soundFilter": ["audiofilter"], "title": ["text"],
    "group": ["groups"], "track": ["tracks"], "parameter": ["parameters"], "style": ["styles"],
  ]

  /// Names too many for a line.
  fileprivate static func names(_ name: String, _ summary: String, _ schema: ValueSchema)
    -> FormatReference.Topic
  {
    let longest = schema.nameLists.max { $0.count < $1.count } ?? []
    let isExplained = longest.contains { !$0.summary.isEmpty }
    return FormatReference.Topic(
      name: name, summary: summary,
      lines: ["\(name): \(summary)", ""]
        + (isExplained
          ? PageText.values(longest, indent: 2)
          : PageText.wrapped(longest.map(\.name).joined(separator: ", "), indent: 2)),
      otherNames: [], values: longest)
  }

  /// Kinds, a line each.
  fileprivate static func kinds(_ name: String, _ summary: String, _ kinds: [some PictureKind])
    -> FormatReference.Topic
  {
    FormatReference.Topic(
      name: name, summary: summary,
      lines: ["\(name): \(summary); 'cutlist help NAME' explains one", ""]
        + kinds.flatMap { PageText.entry($0.name, $0.summary) }, otherNames: [])
  }

  fileprivate init(of kind: TransitionKind) {
    name = kind.name
    otherNames = kind.otherNames
    summary = "a transition: \(kind.summary)"
    lines =
      PageText.head(name, "a transition", kind.summary)
      + PageText.keys(kind.parameters.map(\.key.description))
      + (kind.parameters.isEmpty ? [] : [""]) + PageText.material
      + ["", "What all transitions may have: 'cutlist help transition'."]
    keys = kind.parameters.map(\.key.description)
  }

  fileprivate static var blendModes: FormatReference.Topic {
    FormatReference.Topic(
      name: "blend", summary: "the blend modes: how a picture is mixed with what is below",
      lines: ["blend: how a picture is mixed with what is below", ""]
        + PageText.wrapped(
          "A key of clips, titles, layers and tracks: \"blend\": \"multiply\".", indent: 2)
        + [""] + BlendMode.all.flatMap { PageText.entry($0.name, $0.summary) },
      otherNames: ["blendmode", "blendmodes", "modes"])
  }
}

/// Lays out the lines of a page.
private enum PageText {
  static let width = 92
  static let indent = 16

  static func head(_ name: String, _ noun: String, _ summary: String) -> [String] {
    ["\(name): \(noun)", ""]
      + wrapped(summary.prefix(1).uppercased() + summary.dropFirst(), indent: 2) + [""]
  }

  static func keys(_ keys: [KeyDescription]) -> [String] {
    keys.flatMap { key -> [String] in
      let explained = key.schema.explainedNames
      // Where a list with the words follows, that says enough.
      var facts = key.schema.isExplained ? [] : [key.schema.words]
      if key.isRequired { facts.append("needed") }
      if let value = key.default { facts.append("\(value) if left out") }
      if let example = key.examples.first { facts.append("for example \(example)") }
      if let since = key.since { facts.append("since version \(since)") }
      return entry(key.name, key.summary)
        + wrapped(facts.filter { !$0.isEmpty }.joined(separator: "; "), indent: indent)
        + explained.flatMap { list in
          values(list.map { NamedValue("\"\($0.name)\"", $0.summary) }, indent: indent + 2)
        }
    }
  }

  /// Words with their meanings beside them.
  static func values(_ list: [NamedValue], indent: Int) -> [String] {
    let width = (list.map(\.name.count).max() ?? 0) + 2
    return list.flatMap { value -> [String] in
      var lines = wrapped(value.summary, indent: indent + width)
      let head = String(repeating: " ", count: indent) + value.name.padded(to: width)
      guard let first = lines.first else { return [head] }
      lines[0] = head + first.dropFirst(head.count)
      return lines
    }
  }

  /// What a transition needs, whatever its kind.
  static var material: [String] {
    TransitionReader.material.flatMap { wrapped($0, indent: 2) }
  }

  /// Which keys belong together or exclude each other.
  static func groups(of description: ObjectDescription) -> [String] {
    func names(_ group: [String]) -> String {
      group.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    var lines: [String] = []
    for group in description.oneRequired where !description.inherits {
      lines += wrapped("One of \(names(group)) is needed.", indent: 2)
    }
    for group in description.exclusive {
      lines += wrapped("At most one of \(names(group)).", indent: 2)
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// A name with what it is, beside it or below it.
  static func entry(_ name: String, _ text: String) -> [String] {
    var lines = wrapped(text, indent: indent)
    let head = "  \(name)"
    guard head.count < indent, let first = lines.first else { return [head] + lines }
    lines[0] = head + first.dropFirst(head.count)
    return lines
  }

  static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    // Quotes keep keys such as `to` apart from the sentence.
    let quoted = text.replacing(#/`([A-Za-z][\w.-]*)`/#) { "'\($0.output.1)'" }
    for word in quoted.replacing("`", with: "").split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    return line.isEmpty ? lines : lines + [margin + line]
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension ObjectDescription {
  /// What its page is called.
  var topic: String {
    if let effect = EffectKind.all.first(where: { "\($0.name)Effect" == name }) {
      return effect.name
    }
    let names = ["videoClip": "clip", "videoTransition": "transition"]
    return names[name] ?? (name.hasSuffix("Animation") ? "animation" : name)
  }
}

extension ValueSchema {
  /// The page with all of a list of names.
  private static func topic(of values: [NamedValue]) -> String {
    let names = values.map(\.name)
    return names.contains("ease")
      ? "easings"
      : names.contains("white") ? "colors" : names.contains("multiply") ? "blend" : "shapes"
  }

  /// More words than a line or a page of something else should hold.
  fileprivate static let manyNames = 16

  /// Lists of words that say what each means, but for those that have a page of their own.
  var explainedNames: [[NamedValue]] {
    var lists: [[NamedValue]] = []
    for list in nameLists where list.count <= Self.manyNames && !lists.contains(list) {
      if list.contains(where: { !$0.summary.isEmpty }) { lists.append(list) }
    }
    return lists
  }

  /// Whether such a list says all that may stand there.
  fileprivate var isExplained: Bool {
    if case .names(let list) = self { explainedNames == [list] } else { false }
  }

  /// The lists of names in it.
  fileprivate var nameLists: [[NamedValue]] {
    switch self {
    case .names(let names): [names]
    case .any(let forms): forms.flatMap(\.nameLists)
    default: []
    }
  }

  /// What may stand there, for people; empty where anything may.
  var words: String {
    switch self {
    case .anything, .expression: return ""
    case .string: return "a text"
    case .path: return "a path"
    case .font: return "a font's name or path"
    case .boolean: return "true or false"
    case .constant(let value): return value
    case .integer(let range):
      return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let minimum, let above, let maximum):
      let bounds = [
        minimum.map { "from \($0)" }, above.map { "above \($0)" }, maximum.map { "to \($0)" },
      ]
      return (["a number"] + bounds.compactMap(\.self)).joined(separator: " ")
    case .names(let values):
      let few = values.count > Self.manyNames ? values.prefix(4) : values[...]
      let text = few.map { "\"\($0.name)\"" }.joined(separator: " | ")
      return few.count < values.count
        ? "\(text) | … ('cutlist help \(Self.topic(of: values))')" : text
    case .array(let item, _, _):
      return item.words.isEmpty ? "a list" : "a list, each \(item.words)"
    case .tuple(let items):
      return "[\(items.map(\.words).joined(separator: ", "))]"
    case .map(let item):
      return item.words.isEmpty ? "an object" : "an object of named values, each \(item.words)"
    case .object(let description):
      return "{ \(description.topic) }"
    case .any:
      var words: [String] = []
      for form in alternatives.map(\.words) where !form.isEmpty && !words.contains(form) {
        words.append(form)
      }
      // There are dozens of effects.
      let isLong = words.count > 8
      return words.prefix(isLong ? 3 : 8).joined(separator: " or ") + (isLong ? " or …" : "")
    }
  }
}
