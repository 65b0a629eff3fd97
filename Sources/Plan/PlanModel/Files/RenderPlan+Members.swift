internal import BaseValues
package import TimelineModel

// The lists of a plan, as its file has them.

extension RenderPlan: PlanObject {
  package static var blank: RenderPlan {
    RenderPlan(
      output: .blank, sources: [], conforms: [], rasters: [], segments: [], audio: nil, chunks: [],
      ledger: [])
  }

  package static let members: [PlanMember<RenderPlan>] = [
    PlanMember("output", \.output), PlanMember("sources", \.sources),
    PlanMember("conforms", \.conforms), PlanMember("rasters", \.rasters),
    PlanMember("masks", \.masks), PlanMember("segments", \.segments),
    PlanMember("audio", \.audio), PlanMember("otherAudio", \.otherAudio, usual: []),
    PlanMember("chunks", \.chunks), PlanMember("ledger", \.ledger),
    PlanMember(optional: "program", \.program),
  ]
}

// MARK: - Pictures

extension FontChoice: PlanChoice {
  package static let cases: [PlanCase<FontChoice>] = [
    PlanCase("family", { if case .family(let name) = $0 { name } else { nil } }, { .family($0) }),
    PlanCase("file", { if case .file(let path) = $0 { path } else { nil } }, { .file(path: $0) }),
  ]
}

extension PictureSegment: PlanObject {
  package static var blank: PictureSegment { PictureSegment(frames: 0..<0, layers: []) }
  /// The frames come first: they say how many values the layers have.
  package static let members: [PlanMember<PictureSegment>] = [
    PlanMember("frames", \.frames), PlanMember("layers", \.layers),
  ]

  package func frameCount(within count: Int) -> Int { frames.count }
}

// MARK: - Chunks and the ledger

extension Chunk: PlanObject {
  package static var blank: Chunk { Chunk(index: 0, frames: 0..<0) }
  package static let members: [PlanMember<Chunk>] = [
    PlanMember("index", \.index), PlanMember("frames", \.frames),
  ]
  package static var isInline: Bool { true }
}

extension LedgerEntry: PlanObject {
  package static var blank: LedgerEntry {
    LedgerEntry(origin: .blank, point: "", unit: .frame, exact: .zero, position: 0, error: .zero)
  }

  package static let members: [PlanMember<LedgerEntry>] = [
    PlanMember("origin", \.origin), PlanMember("point", \.point), PlanMember("unit", \.unit),
    PlanMember("exact", \.exact), PlanMember("position", \.position), PlanMember("error", \.error),
  ]
}

extension PlanOrigin: PlanObject {
  package static var blank: PlanOrigin { PlanOrigin(track: TrackID(0), item: .clip(0), label: "") }
  package static let members: [PlanMember<PlanOrigin>] = [
    PlanMember("track", \.track), PlanMember("item", \.item), PlanMember("label", \.label),
  ]
  package static var isInline: Bool { true }
}

extension PlanOrigin.Item: PlanChoice {
  package static let cases: [PlanCase<PlanOrigin.Item>] = [
    PlanCase("clip", { if case .clip(let index) = $0 { index } else { nil } }, { .clip($0) }),
    PlanCase(
      "transition", { if case .transition(let index) = $0 { index } else { nil } },
      {
        .transition($0)
      }),
    PlanCase(
      "title", { if case .title(let index, let layer) = $0 { [index, layer] } else { nil } },
      { (indices: [Int]) in
        indices.count == 2 ? .title(indices[0], layer: indices[1]) : nil
      }),
  ]
}
