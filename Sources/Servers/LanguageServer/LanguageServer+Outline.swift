import BaseValues
import Diagnostics
import EditorText
import JSONRPC
import ProjectFormat
import TimelineModel
import Workspace

// What editors show beside and in the text: outline, folding, colours, layout, times.
extension LanguageServer {
  /// Entries of an outline, and folding ranges, at most.
  private static let entryLimit = 20_000

  // MARK: - Outline

  /// An entry of the outline.
  private struct Entry {
    var name: String
    var detail = ""
    var kind: Int
    var range: SourceRange
    var selection: SourceRange
    var children: [Entry] = []
  }

  func outline(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    guard let value = document.value, document.kind != .other else { return .empty }
    var count = 0
    let entries = value.memberList.prefix(200).map { outline(of: $0, &count) }
    let (columns, isNested) = (client.columns, client.takesNestedOutline)
    return .result { json in
      json.array { json in
        for entry in entries {
          Self.write(entry, document, columns, isNested: isNested, inside: nil, to: &json)
        }
      }
    }
  }

  private func outline(of member: JSONMember, _ count: inout Int) -> Entry {
    var entry = Entry(
      name: Self.shown(member.key, else: "\"\""), kind: 8,
      range: SourceRange(lower: member.keyRange.lower, upper: member.value.range.upper),
      selection: member.keyRange)
    switch member.key {
    case "media", "groups", "styles", "parameters", "outputs":
      for inner in member.value.memberList where count < Self.entryLimit {
        count += 1
        entry.children.append(
          Entry(
            name: Self.shown(inner.key, else: "\"\""),
            detail: inner.value.textValue ?? "", kind: member.key == "parameters" ? 13 : 20,
            range: SourceRange(lower: inner.keyRange.lower, upper: inner.value.range.upper),
            selection: inner.keyRange,
            children: member.key == "groups" ? tracks(inner.value["tracks"], &count) : []))
      }
    case "tracks": entry.children = tracks(member.value, &count)
    case "markers":
      for marker in member.value.listValue where count < Self.entryLimit {
        count += 1
        entry.children.append(
          Entry(
            name: Self.shown(marker["name"]?.textValue, else: "marker"),
            detail: marker["at"]?.textValue ?? "",
            kind: 24, range: marker.range, selection: marker.range))
      }
    default: break
    }
    return entry
  }

  private func tracks(_ value: JSONValue?, _ count: inout Int) -> [Entry] {
    var entries: [Entry] = []
    for (number, track) in (value?.listValue ?? []).enumerated() where count < Self.entryLimit {
      count += 1
      var entry = Entry(
        name: Self.shown(track["id"]?.textValue, else: "track \(number + 1)"), kind: 2,
        range: track.range,
        selection: track["id"]?.range ?? track.range)
      for key in ["video", "audio", "titles"] {
        guard let items = track[key] else { continue }
        entry.detail = key
        for item in items.listValue where count < Self.entryLimit {
          count += 1
          entry.children.append(Self.entry(of: item))
        }
      }
      entries.append(entry)
    }
    return entries
  }

  /// The first line of a name that can be seen: editors take no name of nothing or white space.
  private static func shown(_ name: String?, else other: String) -> String {
    let line = name?.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    return line.map { String($0.prefix(80)) } ?? other
  }

  private static func entry(of item: JSONValue) -> Entry {
    let names = ["clip", "transition", "text", "image", "shape", "gap", "include"]
    let key = names.first { item[$0] != nil } ?? ""
    let content = item[key]?.textValue ?? key
    let id = item["id"]?.textValue
    let kind = ["clip": 12, "transition": 25, "gap": 21][key] ?? 15
    return Entry(
      name: shown(id, else: shown(content, else: "item")),
      detail: id == nil ? (key == "clip" ? "" : key) : "\(key) \(content.prefix(80))", kind: kind,
      range: item.range, selection: item["id"]?.range ?? item[key]?.range ?? item.range)
  }

  private static func write(
    _ entry: Entry, _ document: OpenDocument, _ columns: DocumentText.Columns, isNested: Bool,
    inside: String?, to json: inout JSONWriter
  ) {
    let range = Places.range(entry.range, document.text, columns)
    json.object { json in
      json.member("name", entry.name)
      json.member("kind", entry.kind)
      guard isNested else {
        json.key("location")
        json.location(document.uri, range)
        if let inside { json.member("containerName", inside) }
        return
      }
      if !entry.detail.isEmpty { json.member("detail", entry.detail) }
      json.key("range")
      json.range(range)
      json.key("selectionRange")
      json.range(Places.range(entry.selection, document.text, columns))
      json.key("children")
      json.array { json in
        for child in entry.children {
          write(child, document, columns, isNested: true, inside: entry.name, to: &json)
        }
      }
    }
    // Editors that know no tree take a list.
    guard !isNested else { return }
    for child in entry.children {
      write(child, document, columns, isNested: false, inside: entry.name, to: &json)
    }
  }

  // MARK: - Folding and selecting

  func folding(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    let text = document.text
    var lines: [Range<Int>] = []
    var last = -1
    for range in document.index?.containers ?? [] where lines.count < Self.entryLimit {
      let first = text.line(of: range.lower)
      // The line of the closing bracket stays to be seen.
      let end = text.line(of: max(range.lower, range.upper - 1)) - 1
      guard end > first, first != last else { continue }
      last = first
      lines.append(first..<end)
    }
    return .result { json in
      json.array { json in
        for line in lines {
          json.object { json in
            json.member("startLine", line.lowerBound)
            json.member("endLine", line.upperBound)
          }
        }
      }
    }
  }

  func selectionRanges(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    let columns = client.columns
    let positions = (params["positions"]?.listValue ?? []).prefix(100)
      .compactMap { DocumentText.Position($0) }
    let chains = positions.map { position -> [SourceRange] in
      let offset = document.text.offset(of: position, columns)
      guard let value = document.value else { return [SourceRange(at: offset)] }
      var ranges: [SourceRange] = []
      for step in ProjectPath(value, at: offset).steps {
        if let key = step.keyRange {
          ranges.append(SourceRange(lower: key.lower, upper: step.value.range.upper))
        }
        ranges.append(step.value.range)
      }
      return ranges.isEmpty ? [SourceRange(at: offset)] : ranges
    }
    func write(_ ranges: ArraySlice<SourceRange>, _ json: inout JSONWriter) {
      json.object { json in
        guard let range = ranges.last else { return }
        json.key("range")
        json.range(Places.range(range, document.text, columns))
        if ranges.count > 1 {
          json.key("parent")
          write(ranges.dropLast(), &json)
        }
      }
    }
    return .result { json in
      json.array { json in for chain in chains { write(chain.suffix(100), &json) } }
    }
  }

  // MARK: - Colours

  func colors(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    let columns = client.columns
    let colors = (document.index?.colors ?? []).prefix(Self.entryLimit)
    return .result { json in
      json.array { json in
        for color in colors {
          json.object { json in
            json.key("range")
            json.range(Places.range(color.range, document.text, columns))
            json.key("color")
            json.object { json in
              json.member("red", number: Double(color.value.red) / 255)
              json.member("green", number: Double(color.value.green) / 255)
              json.member("blue", number: Double(color.value.blue) / 255)
              json.member("alpha", number: Double(color.value.alpha) / 255)
            }
          }
        }
      }
    }
  }

  func colorPresentations(_ params: JSONValue) -> Answer {
    func channel(_ name: String) -> Int? {
      guard let value = params.at("color", name), case .number(let digits) = value.kind,
        let number = Double(digits), number.isFinite
      else { return nil }
      return Int((min(max(number, 0), 1) * 255).rounded())
    }
    guard let red = channel("red"), let green = channel("green"), let blue = channel("blue"),
      let alpha = channel("alpha")
    else { return .failure(RPCError.invalidParams, "a color has red, green, blue and alpha") }
    let channels = [red, green, blue] + (alpha == 255 ? [] : [alpha])
    let text =
      "#"
      + channels.map { value in
        let digits = String(value, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
    return .result { json in
      json.array { json in
        json.object { json in
          json.member("label", text)
          json.key("textEdit")
          json.object { json in
            json.key("range")
            json.value(params["range"] ?? RPCMessage.none)
            json.member("newText", JSONText.quoted(text))
          }
        }
      }
    }
  }

  // MARK: - Layout

  /// As `cutlist format` lays it out; nothing for a text with mistakes of syntax, which it leaves alone.
  func formatting(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    let old = document.text.bytes
    guard let new = CanonicalForm.bytes(of: document.file, limits: options.limits.json).bytes,
      new != old
    else { return .empty }
    var prefix = 0
    let count = min(old.count, new.count)
    while prefix < count, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < count - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    // A change begins and ends between characters.
    while prefix > 0, old[prefix - 1] & 0x80 != 0 { prefix -= 1 }
    while suffix > 0, old[old.count - suffix] & 0xC0 == 0x80 { suffix -= 1 }
    // A line end of two bytes is one for editors.
    if suffix > 0, suffix < old.count, old[old.count - suffix] == 0x0A,
      old[old.count - suffix - 1] == 0x0D
    {
      suffix -= 1
    }
    let range = Places.range(
      SourceRange(lower: prefix, upper: old.count - suffix), document.text, client.columns)
    let text = String(decoding: new[prefix..<new.count - suffix], as: UTF8.self)
    return .result { json in
      json.array { json in
        json.object { json in
          json.key("range")
          json.range(range)
          json.member("newText", text)
        }
      }
    }
  }

  // MARK: - Times

  /// Start and end of each item, and what relative times come to, as the edit was resolved last.
  func inlayHints(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    let columns = client.columns
    let start =
      DocumentText.Position(params.at("range", "start"))
      .map { document.text.offset(of: $0, columns) } ?? 0
    let end =
      DocumentText.Position(params.at("range", "end"))
      .map { document.text.offset(of: $0, columns) } ?? document.text.bytes.count
    var hints: [(place: Int, text: String)] = []
    for project in projects(of: document) {
      guard let resolved = project.resolved,
        let base = self.start(of: document, in: resolved.file)
      else { continue }
      let old = Places.owner(of: SourceRange(at: base), in: resolved.file).file.bytes
      let movement = SourceMovement(from: old, to: document.text.bytes)
      func now(_ range: SourceRange) -> SourceRange? {
        guard range.lower >= base, range.upper <= base + old.count else { return nil }
        return movement.moved(range.shifted(by: -base))
      }
      let rate = resolved.timeline.output.frameRate
      for item in resolved.timeline.placedItems {
        guard let range = now(item.range), range.upper >= start, range.upper <= end else {
          continue
        }
        let times =
          "\(TimeText.timecode(item.placed.start, rate))–\(TimeText.timecode(item.placed.end, rate))"
        hints.append((range.upper, times))
      }
      for (written, time) in resolved.timeline.workedOut {
        guard let range = now(written), range.upper >= start, range.upper <= end else { continue }
        hints.append((range.upper, "= \(time.text)"))
      }
      break
    }
    hints.sort { ($0.place, $0.text) < ($1.place, $1.text) }
    let all = hints.prefix(5000)
    return .result { json in
      json.array { json in
        for hint in all {
          json.object { json in
            json.key("position")
            json.position(document.text.position(of: hint.place, columns))
            json.member("label", hint.text)
            json.member("paddingLeft", true)
          }
        }
      }
    }
  }
}
