import OutputKinds
import PlanModel
import TimelineModel

/// What joining finished chunks came to.
package struct JoinResult: Hashable, Sendable {
  /// A chunk that cannot be joined.
  package struct Lack: Hashable, Sendable {
    /// Why it cannot.
    package enum Reason: Hashable, Sendable {
      /// The store has nothing under its key.
      case missing
      /// What the store has does not read back as it was written, or is another chunk's.
      case damaged
      /// The chunks share bits, and it is not known how many this one takes.
      case unmeasured
      /// The store is there, and does not let it be read; why, for people.
      case unreadable(String)

      /// What data calls it.
      package var name: String {
        switch self {
        case .missing: "missing"
        case .damaged: "damaged"
        case .unmeasured: "unmeasured"
        case .unreadable: "unreadable"
        }
      }
    }

    /// The chunk, of pictures or of sound.
    package var part: RenderPart
    /// See `Reason`.
    package var reason: Reason
  }

  /// In the order of joining; the movie was written where there is none.
  package var lacks: [Lack] = []
  /// What the chunks tell: damage and the level of the sound.
  package var statistics = RenderStatistics()

  /// - Parameter lacks: in the order of joining.
  package init(lacks: [Lack] = []) {
    self.lacks = lacks
  }
}

extension RenderSession {
  /// Joins the chunks that the store has, each read and checked against its hash. Nothing is rendered.
  ///
  /// All chunks are looked at, whatever is found; the sink is finished only where each is whole, else
  /// cancelled.
  ///
  /// - Parameter looksAgain: where a chunk is not there, or not whole, waits a little and says whether to ask
  ///   the store once more: some show late what others have written.
  package func join(
    into sink: any MovieSink, looksAgain: () -> Bool = { false }
  ) throws(RenderError) -> JoinResult {
    var result = JoinResult()
    do throws(RenderError) {
      result.lacks = try settleFromStore()
      while !result.lacks.isEmpty, looksAgain() {
        try cancellation.check()
        result.lacks = try settleFromStore()
      }
      if result.lacks.isEmpty {
        for part in order {
          try cancellation.check()
          var found = kept(part)
          while found == nil, looksAgain() {
            try cancellation.check()
            found = kept(part)
          }
          guard let chunk = found else {
            result.lacks.append(JoinResult.Lack(part: part, reason: reason(of: part)))
            continue
          }
          if result.lacks.isEmpty { try append(chunk, part, to: sink, &result.statistics) }
        }
      }
      if result.lacks.isEmpty { try sink.finish() } else { sink.cancel() }
    } catch {
      sink.cancel()
      throw cancellation.reason ?? error
    }
    result.statistics.damage = SourceDamage.merged(result.statistics.damage)
    return result
  }

  private func kept(_ part: RenderPart) -> EncodedChunk? {
    switch part {
    case .picture(let chunk): stored(chunk)
    case .sound(let chunk): storedSound(chunk)
    }
  }

  private func append(
    _ encoded: EncodedChunk, _ part: RenderPart, to sink: any MovieSink,
    _ statistics: inout RenderStatistics
  ) throws(RenderError) {
    switch part {
    case .picture:
      statistics.damage += encoded.damage
    case .sound(let chunk):
      statistics.add(encoded, chunk)
    }
    try sink.append(encoded, to: part.track(in: plan.output))
  }

  private func reason(of part: RenderPart) -> JoinResult.Lack.Reason {
    let keys = keys(of: part)
    if let reason = keys.first(store.obstacle) { return .unreadable(reason) }
    return keys.both.contains(where: store.contains) ? .damaged : .missing
  }

  private func keys(of part: RenderPart) -> ChunkKeys {
    switch part {
    case .picture(let chunk): keys(of: chunk.index, quality(of: chunk.index))
    case .sound(let chunk): audioKeys[chunk.index]
    }
  }

  /// Whether the store has something under a chunk's key. Nothing is read.
  package func isThere(_ part: RenderPart) -> Bool {
    keys(of: part).both.contains(where: store.contains)
  }

  /// What joining would lack, by the names of what the store has: chunks may still prove damaged.
  package func lacks() throws(RenderError) -> [JoinResult.Lack] {
    let unmeasured = try settleFromStore()
    if !unmeasured.isEmpty { return unmeasured }
    return order.filter { !isThere($0) }.map { JoinResult.Lack(part: $0, reason: reason(of: $0)) }
  }

  /// Finds the quality of each chunk from what the store knows of them.
  ///
  /// - Returns: chunks that would have to be measured for that.
  private func settleFromStore() throws(RenderError) -> [JoinResult.Lack] {
    guard plan.output.video.sharesBits, settled.value == nil else { return [] }
    var unknown: Set<Int> = []
    settled.value = try qualities { (wanted) throws(RenderError) in
      let outcomes = wanted.map(storedOutcome)
      unknown = Set(zip(wanted, outcomes).compactMap { $1 == nil ? $0.chunk : nil })
      return unknown.isEmpty ? outcomes.compactMap(\.self) : nil
    }
    return unknown.sorted().map {
      JoinResult.Lack(part: .picture(plan.chunks[$0]), reason: .unmeasured)
    }
  }
}
