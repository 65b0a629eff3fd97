internal import BaseValues
internal import Diagnostics

/// Reads Timed Text: TTML 1 (W3C), the text profile of IMSC 1, and EBU-TT-D (EBU Tech 3380).
struct TimedTextReader {
  /// Elements inside each other at most.
  static let depthLimit = 64

  /// An element that is open.
  private struct Context {
    var name: String
    var begin: Rational
    var end: Rational?
    var form = TimedTextForm()
    var region: String?
    var keepsSpace = false
    var range: SourceRange
    /// Whether its parts follow each other, and when the last one that was read ends.
    var isSequence = false
    var sequenceEnd: Rational?
    /// Whether it says when it ends, and when its last part does.
    var saysEnd = false
    var innerEnd: Rational?
    /// Whether its text is left out, as there is a time that cannot be read.
    var isLost = false
    /// When its text is said, for a part of a paragraph that has times.
    var said: (start: Rational, end: Rational?)?
  }

  private var clock = TimedTextClock()
  private var root: (x: Rational, y: Rational)?
  /// Whether the file says that parts of paragraphs are words that are sung.
  private var partsAreWords = false
  /// Whether all times count from the file's beginning, and not from that of the element around.
  private var timesAreAbsolute = false
  private var cells = (x: Rational(32), y: Rational(15))
  private var styles: [String: [TagScanner.Attribute]] = [:]
  private var regions: [String: TimedTextForm] = [:]
  /// When regions are shown, for those that say it.
  private var regionTimes: [String: (start: Rational, end: Rational?)] = [:]
  private var agents: [String: String] = [:]
  private var stack: [Context] = []
  private var paragraph: TimedTextParagraph?
  /// Elements whose content is not for people, by how deep they are.
  private var skipped = 0
  private var openRegion: String?
  private var openAgent: String?

  /// Whether the file is one of Timed Text.
  static func read(_ collector: inout CaptionCollector) -> Bool {
    var reader = TimedTextReader()
    return reader.run(&collector)
  }

  private mutating func run(_ collector: inout CaptionCollector) -> Bool {
    var scanner = TagScanner(collector.bytes)
    var isTimedText = false
    while let event = scanner.next() {
      switch event {
      case .doctype(let range):
        collector.report(
          CaptionMessages.captionMarkup("a declaration of a document's type is refused", range))
        return false
      case .text(let text, let range):
        if skipped == 0 {
          add(text, range)
        } else if let openAgent, agents[openAgent] == nil {
          agents[openAgent] = text.trimmedSpaces.isEmpty ? nil : text.trimmedSpaces
        }
      case .start(let name, let attributes, let isEmpty, let range):
        if !isTimedText {
          guard name == "tt" else {
            collector.report(
              CaptionMessages.captionMarkup(
                "the file is no Timed Text: it begins with <\(name)>", range))
            return false
          }
          isTimedText = true
        }
        if stack.count + skipped >= Self.depthLimit {
          collector.report(
            CaptionMessages.captionMarkup(
              "more than \(Self.depthLimit) elements inside each other", range))
          return true
        }
        start(name, attributes, range, &collector)
        if isEmpty { end(name, range, &collector) }
      case .end(let name, let range): end(name, range, &collector)
      }
      if collector.isFull { return true }
    }
    if let open = stack.last {
      collector.report(CaptionMessages.captionTag(open.name, closes: false, open.range))
      while let last = stack.last { end(last.name, last.range, &collector) }
    }
    if !isTimedText {
      collector.report(
        CaptionMessages.captionMarkup("the file is no Timed Text: it has no element", .none))
    }
    return isTimedText
  }

  // MARK: - Elements

  private mutating func start(
    _ name: String, _ attributes: [TagScanner.Attribute], _ range: SourceRange,
    _ collector: inout CaptionCollector
  ) {
    if skipped > 0 || Self.foreign.contains(name) {
      skipped += 1
      if name == "agent" { openAgent = attributes.first { $0.name == "id" }?.value }
      return
    }
    // Paragraphs do not stand within each other: the one before was not closed.
    if name == "p", let open = stack.last(where: { $0.name == "p" }) {
      collector.report(CaptionMessages.captionTag("p", closes: false, open.range))
      close("p", at: range.lower, &collector)
    }
    var context = stack.last ?? Context(name: name, begin: .zero, range: range)
    context.name = name
    context.range = range
    switch name {
    case "tt": setRoot(attributes, &collector)
    case "style":
      if let openRegion {
        apply(attributes, to: &regions[openRegion, default: TimedTextForm()], &collector)
      } else if let id = attributes.first(where: { $0.name == "id" })?.value, styles.count < 10_000
      {
        styles[id] = attributes
      }
    case "region":
      if let id = attributes.first(where: { $0.name == "id" })?.value, regions.count < 10_000 {
        var form = TimedTextForm()
        apply(attributes, to: &form, &collector)
        regions[id] = form
        regionTimes[id] = self.times(of: attributes, &collector)
        openRegion = id
      }
    case "body", "div", "p", "span":
      if name != "span" { context.form.style.background = nil }
      apply(attributes, to: &context.form, &collector)
      setTimes(of: &context, attributes, &collector)
      if name == "p" { open(context, attributes, &collector) }
    case "br": paragraph?.breakLine()
    case "set": collector.ignore("<set>", at: range)
    case "head", "styling", "layout", "initial": break
    default: collector.ignore("<\(CaptionMessages.shortened(name))>", at: range)
    }
    switch attributes.first(where: { $0.name == "space" })?.value {
    case "preserve": context.keepsSpace = true
    case "default": context.keepsSpace = false
    default: break
    }
    stack.append(context)
  }

  private mutating func end(
    _ name: String, _ range: SourceRange, _ collector: inout CaptionCollector
  ) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard let index = stack.lastIndex(where: { $0.name == name }) else {
      collector.report(CaptionMessages.captionTag(name, closes: true, range))
      return
    }
    if index < stack.count - 1, let open = stack.last {
      collector.report(CaptionMessages.captionTag(open.name, closes: false, open.range))
    }
    close(name, at: range.upper, &collector)
  }

  /// Closes the innermost element of a name and all within it.
  private mutating func close(
    _ name: String, at place: Int, _ collector: inout CaptionCollector
  ) {
    guard let index = stack.lastIndex(where: { $0.name == name }) else { return }
    let closesParagraph = stack[index...].contains { $0.name == "p" }
    while stack.count > index { closeLast() }
    if closesParagraph, let paragraph = paragraph.take() { paragraph.close(at: place, &collector) }
    if name == "region" { openRegion = nil }
  }

  /// Closes the innermost element, and tells the one around it when it ends.
  private mutating func closeLast() {
    guard let last = stack.popLast(), Self.timed.contains(last.name), !stack.isEmpty else { return }
    // What has no end of its own lasts as long as its parts; without these, the next one begins with it.
    guard let end = last.saysEnd ? last.end : last.innerEnd ?? last.end else { return }
    let outer = stack.count - 1
    stack[outer].innerEnd = max(stack[outer].innerEnd ?? end, end)
    if stack[outer].isSequence { stack[outer].sequenceEnd = end }
  }

  private mutating func setRoot(
    _ attributes: [TagScanner.Attribute], _ collector: inout CaptionCollector
  ) {
    for attribute in attributes {
      switch attribute.name {
      case "lang":
        if !attribute.value.isEmpty, attribute.value.utf8.count < 36 {
          collector.language = attribute.value
        }
      case "frameRate", "subFrameRate", "tickRate", "frameRateMultiplier", "timeBase", "dropMode":
        if attribute.name == "frameRate" { clock.saysFrameRate = true }
        if !clock.set(attribute.name, attribute.value) {
          collector.ignore("'\(attribute.name)'", at: attribute.range)
        }
      // Lyrics of iTunes: each word ends where it has been sung, and stays.
      case "timing":
        partsAreWords = attribute.value == "Word"
        timesAreAbsolute = partsAreWords || attribute.value == "Line"
      case "extent": root = Self.numbers(attribute.value, unit: "px")
      case "cellResolution": cells = Self.numbers(attribute.value, unit: "") ?? cells
      default: break
      }
    }
  }

  private static func numbers(_ text: String, unit: String) -> (x: Rational, y: Rational)? {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.hasSuffix(unit) }),
      let x = Rational.decimal(parts[0].dropLast(unit.count)), x > .zero,
      let y = Rational.decimal(parts[1].dropLast(unit.count)), y > .zero
    else { return nil }
    return (x, y)
  }

  // MARK: - Styles

  /// Styles that are referred to come first, what the element says itself overrides them.
  private func apply(
    _ attributes: [TagScanner.Attribute], to form: inout TimedTextForm,
    _ collector: inout CaptionCollector, depth: Int = 0
  ) {
    if depth < 8, let names = attributes.first(where: { $0.name == "style" })?.value {
      for name in names.split(separator: " ").prefix(16) {
        if let style = styles[String(name)] {
          apply(style, to: &form, &collector, depth: depth + 1)
        }
      }
    }
    for attribute in attributes where !Self.structural.contains(attribute.name) {
      if !form.set(attribute.name, attribute.value, root: root, cells: cells) {
        collector.ignore("'\(CaptionMessages.shortened(attribute.name))'", at: attribute.range)
      }
    }
  }

  private mutating func setTimes(
    of context: inout Context, _ attributes: [TagScanner.Attribute],
    _ collector: inout CaptionCollector
  ) {
    let outer = (begin: context.sequenceEnd ?? context.begin, end: context.end)
    context.isSequence = false
    context.sequenceEnd = nil
    context.innerEnd = nil
    var times: [String: Rational] = [:]
    for attribute in attributes {
      switch attribute.name {
      case "begin", "end", "dur":
        guard let time = seconds(of: attribute, &collector),
          let sum = try? time + (timesAreAbsolute ? .zero : outer.begin)
        else {
          collector.report(
            CaptionMessages.captionTimeSyntax(
              attribute.value, attribute.range, form: "00:00:01.500"))
          context.isLost = true
          continue
        }
        times[attribute.name] = attribute.name == "dur" ? time : sum
      case "region": context.region = attribute.value
      case "agent" where context.name == "span":
        context.form.style.speaker = agents[attribute.value] ?? attribute.value
      case "timeContainer":
        context.isSequence = attribute.value == "seq"
      default: break
      }
    }
    context.begin = times["begin"] ?? outer.begin
    var ends = [times["end"], outer.end].compactMap { $0 }
    if let duration = times["dur"], let end = try? context.begin + duration { ends.append(end) }
    context.end = ends.min()
    context.saysEnd = times["end"] != nil || times["dur"] != nil
    if context.isSequence { context.sequenceEnd = context.begin }
    if context.name == "span", !times.isEmpty { context.said = (context.begin, context.end) }
  }

  /// The times that a region says, which count from the file's beginning; `nil` where it says none.
  private func times(
    of region: [TagScanner.Attribute], _ collector: inout CaptionCollector
  ) -> (start: Rational, end: Rational?)? {
    func time(_ name: String) -> Rational? {
      guard let attribute = region.first(where: { $0.name == name }) else { return nil }
      let time = seconds(of: attribute, &collector)
      if time == nil { collector.ignore("'\(name)' of a region", at: attribute.range) }
      return time
    }
    let (start, end, length) = (time("begin"), time("end"), time("dur"))
    if start == nil, end == nil, length == nil { return nil }
    let last = length.flatMap { try? (start ?? .zero) + $0 }
    return (start ?? .zero, [end, last].compactMap { $0 }.min())
  }

  /// The time of an attribute; one that is spelled otherwise is told.
  private func seconds(
    of attribute: TagScanner.Attribute, _ collector: inout CaptionCollector
  ) -> Rational? {
    if let time = clock.seconds(attribute.value) { return time }
    guard let (time, repair, text) = clock.lenientSeconds(attribute.value) else { return nil }
    collector.mend(repair, at: attribute.valueRange, with: text)
    return time
  }

  // MARK: - Text

  private mutating func open(
    _ context: Context, _ attributes: [TagScanner.Attribute], _ collector: inout CaptionCollector
  ) {
    if let before = paragraph.take() { before.close(at: context.range.lower, &collector) }
    if context.isLost { return }
    var (start, end) = (context.begin, context.end)
    if let region = context.region, let times = regionTimes[region] {
      start = max(start, times.start)
      end = [end, times.end].compactMap { $0 }.min()
      if let end, end <= start {
        collector.report(CaptionMessages.captionRegionTimes(region, context.range))
        return
      }
    }
    var new = TimedTextParagraph(start: start, end: end, lower: context.range.lower)
    new.saysTimes = attributes.contains {
      $0.name == "begin" || $0.name == "end" || $0.name == "dur"
    }
    new.partsAreWords = partsAreWords
    new.name = attributes.first { $0.name == "id" }?.value
    new.timeRange =
      attributes.filter { ["begin", "end", "dur"].contains($0.name) }
      .reduce(SourceRange.none) { $0.union($1.range) }
    if let agent = attributes.first(where: { $0.name == "agent" })?.value {
      new.speaker = agents[agent] ?? agent
    }
    if let region = context.region.flatMap({ regions[$0] }) {
      new.place = context.form.place(of: region) ?? CaptionPlace()
    }
    paragraph = new
  }

  private mutating func add(_ text: String, _ range: SourceRange) {
    guard let context = stack.last, !context.isLost else { return }
    var style = context.form.style
    if let region = context.region.flatMap({ regions[$0] }) {
      if style.color == nil { style.color = region.style.color }
      if style.background == nil { style.background = region.style.background }
    }
    paragraph?.add(text, style, context.said, keepsSpace: context.keepsSpace)
  }

  private static let foreign: Set<String> = [
    "metadata", "title", "desc", "copyright", "agent", "actor",
  ]
  private static let timed: Set<String> = ["body", "div", "p", "span"]
  private static let structural: Set<String> = [
    "begin", "end", "dur", "region", "style", "id", "space", "lang", "timeContainer", "agent",
    "role", "base",
    "xmlns", "tts", "ttm", "ttp", "xml", "smpte", "ebutts", "ebuttm", "itts", "ittp", "ittm",
  ]
}
