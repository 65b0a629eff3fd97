import Diagnostics
import FileSystem
package import PlanModel
package import Rendering
import Workspace

/// What `join` says of the chunks that it looked for.
package struct JoinReport {
  package var result: JoinResult
  package var plan: RenderPlan
  /// All chunks in the order of joining.
  package var order: [RenderPart]
  /// Versions of the program that have made chunks which lack here.
  package var others: [RenderPart: String] = [:]

  package init(result: JoinResult, plan: RenderPlan, order: [RenderPart]) {
    (self.result, self.plan, self.order) = (result, plan, order)
  }

  /// A line for each chunk that cannot be joined.
  package var lines: [String] {
    result.lacks.map { lack in
      let what =
        switch lack.reason {
        case .missing:
          others[lack.part].map { "is there, but made by \(Self.words($0))" } ?? "is missing"
        case .unreadable(let reason): "cannot be read from the store: \(reason)"
        case .damaged: "is damaged: it does not read back as it was written"
        case .unmeasured: "was not measured, and the movie's chunks share bits"
        }
      return "\(lack.part.name) \(what)"
    }
  }

  /// What of some versions is not as this program has it.
  private static func words(_ program: String) -> String {
    RenderPlan.difference(fromProgram: program)?.there ?? program
  }

  /// What to do about it.
  package func advice(plan path: String, store: StorePlace) -> String {
    let runs = runs.map(ChunkRange.text)
    let shown = runs.prefix(8).joined(separator: ", ")
    let more = runs.count > 8 ? " and \(runs.count - 8) more runs" : ""
    var text =
      "\(result.lacks.count) of \(order.count) chunks cannot be joined, and no movie was written; "
      + "render them with 'cutlist \(ShellText.command(["chunks", path] + store.options)) --range A..B': "
      + "\(shown)\(more)"
    let isEmpty =
      result.lacks.count == order.count && result.lacks.allSatisfy { $0.reason == .missing }
    if let other = others.values.sorted().first,
      let (there, here) = RenderPlan.difference(fromProgram: other)
    {
      text +=
        " (chunks of different versions are not joined; here is \(here), and they have \(there): "
        + "install the same on all machines)"
    } else if let absence = store.absence {
      text += " (\(absence))"
    } else if isEmpty {
      text +=
        " (chunks of other versions of cutlist or its libraries are not taken; here they are "
        + "\(RenderPlan.programContext))"
    }
    return text
  }

  /// The runs of chunks that are to be rendered again, as `chunks --range` takes them.
  package var runs: [Range<Int>] {
    let lacking = Set(result.lacks.map(\.part))
    var indices: [Int] = []
    var index = 0
    for part in order {
      if case .picture(let chunk) = part { index = chunk.index }
      if lacking.contains(part), indices.last != index { indices.append(index) }
    }
    return ChunkRange.runs(of: indices)
  }

  package func json(movie: String) -> String {
    let isWritten = result.lacks.isEmpty
    var json = JSONWriter()
    json.object { json in
      json.member("movie", isWritten ? movie : nil)
      json.member("bytes", isWritten ? FileAccess.size(of: movie) : nil)
      json.member("frames", plan.output.frameCount)
      json.member("chunks", order.count)
      writeLacks(to: &json)
    }
    return json.text
  }

  /// The member that lists them.
  func writeLacks(to json: inout JSONWriter) {
    json.key("lacks")
    json.array { json in
      for lack in result.lacks {
        json.object(inline: true) { json in
          json.member("kind", lack.part.kind)
          json.member("index", lack.part.index)
          json.member("reason", lack.reason.name)
          if case .unreadable(let reason) = lack.reason { json.member("why", reason) }
          if let other = others[lack.part] { json.member("program", other) }
        }
      }
    }
  }
}
