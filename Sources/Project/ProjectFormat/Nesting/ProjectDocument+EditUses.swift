import BaseValues
import Diagnostics
import TimelineModel

// What those that show a project, or that it shows, must know of it.

extension ProjectDocument {
  /// The names that its own times can use.
  var timeNames: Set<String> {
    var names = Set(markers.compactMap { $0.name?.value })
    for track in tracks ?? [] {
      if let name = track.name { names.insert(name.value) }
      for case .clip(let clip) in track.items {
        if let name = clip.name { names.insert(name.value) }
      }
      for title in track.titles { if let name = title.name { names.insert(name.value) } }
    }
    return names
  }

  /// What its clips and images show, by name.
  var editUses: [(name: Located<String>, given: Located<[GivenValue]>?)] {
    var uses: [(name: Located<String>, given: Located<[GivenValue]>?)] = []
    for track in tracks ?? [] {
      for case .clip(let clip) in track.items { uses.append((clip.media, clip.given)) }
      for layer in track.titles.flatMap(\.layers) {
        if case .image(let name, let given, _, _) = layer.content { uses.append((name, given)) }
      }
    }
    return uses
  }

  /// What expressions can ask of its beats.
  var beatTimes: [TimeReference: ExpressionValue] {
    var times: [TimeReference: ExpressionValue] = [:]
    let rate = output.frameRate?.value ?? .default
    for grid in beats {
      let names = (grid.name.map { [$0.value] } ?? []) + (beats.count == 1 ? [""] : [])
      for name in names {
        times[TimeReference(name: name, beats: .meter)] = .number(Rational(Int64(grid.meter)))
        times[TimeReference(name: name, beats: .length)] =
          (try? Rational(60) / grid.tempo).map { .time(seconds: $0, frames: .zero) }
        var offset: Rational? = .zero
        if let written = grid.offset {
          offset =
            formulas[written.range] == nil ? try? written.value.resolved(rate: rate) : nil
        }
        times[TimeReference(name: name, beats: .offset)] = offset.map {
          .time(seconds: $0, frames: .zero)
        }
      }
    }
    return times
  }
}

extension EditUse {
  /// As a command line would have them.
  var settings: [String: String] {
    Dictionary(given.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }
}
