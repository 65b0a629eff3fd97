internal import Diagnostics
internal import PlanModel
package import TimelineModel

/// Where a value of an item comes from that does not simply stand there.
package struct OriginExplanation: Hashable, Sendable {
  /// The value's key, what an expression comes to, and why.
  package var origin: ValueOrigin
  /// As it is written.
  package var written: String
  /// Where that is; `nil` where it stands nowhere.
  package var location: ProjectLocation?

  /// `at = {voice.end} - 10f = 00:00:07:10, voice.end is 00:00:07:20 (promo.json:12:9)`
  var text: String {
    let value = origin.value.map { " = \($0)" } ?? ""
    let reasons = origin.reasons.map { ", \(TerminalText.visible($0))" }.joined()
    return "\(origin.key) = \(written)\(value)\(reasons)" + (location.map { " (\($0))" } ?? "")
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("key", origin.key)
      json.member("written", written)
      json.member("value", origin.value)
      json.key("reasons")
      json.array(inline: true) { json in for reason in origin.reasons { json.string(reason) } }
      json.member("place", location?.description)
    }
  }
}

extension [OriginExplanation] {
  /// A member of an item's object, where there is something to tell.
  func write(to json: inout JSONWriter) {
    if isEmpty { return }
    json.key("written")
    json.array { json in for origin in self { origin.write(to: &json) } }
  }
}

extension ProjectLocations {
  /// Where values of an item, of the title around it and of its media come from.
  func origins(_ origin: PlanOrigin) -> [OriginExplanation] {
    let own = range(origin)
    var found: [ValueOrigin] = []
    if let title = title(origin)?.title.range, title != own {
      found += valueOrigins(title, on: origin.track)
    }
    found += valueOrigins(own, on: origin.track)
    if let media = clip(origin)?.media.index, timeline.media.indices.contains(media) {
      let written = timeline.media[media].valueRange
      found += valueOrigins(written, on: origin.track).map { origin in
        var origin = origin
        origin.key = "media.\(origin.key)"
        return origin
      }
    }
    return found.map { origin in
      OriginExplanation(
        origin: origin, written: written(origin.range), location: location(origin.range))
    }
  }

  /// What stands at a place, on one line and without quotes around it.
  private func written(_ range: SourceRange) -> String {
    var text = file.text(in: range).split { $0.isWhitespace }.joined(separator: " ")
    if text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 1 {
      text = String(text.dropFirst().dropLast())
    }
    return TerminalText.visible(shortened(text))
  }
}
