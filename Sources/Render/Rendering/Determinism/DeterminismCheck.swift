package import PlanModel
import Synchronization
import Workers

/// Renders a sample of a plan's chunks several times, each time with other numbers of workers and in
/// another order, and compares what was composed, mixed and encoded.
///
/// Nothing is read from a store, and nothing is kept. Workers keep their decoders from chunk to chunk
/// as in a render, so that a picture that depends on what was read before it shows.
package struct DeterminismCheck: Sendable {
  /// The plan whose chunks are rendered.
  package var plan: RenderPlan
  /// Makes readers and encoders anew for each worker of each pass.
  package var backend: any RenderBackend
  /// Ends a pass within a frame.
  package var cancellation: Cancellation
  /// The chunks that are rendered: pictures first, then sound.
  package let parts: [RenderPart]

  /// - Parameter limit: how many chunks of pictures, and of sound, are rendered at most; 2 or more.
  package init(
    plan: RenderPlan, backend: any RenderBackend, cancellation: Cancellation, limit: Int = 8
  ) {
    self.plan = plan
    self.backend = backend
    self.cancellation = cancellation
    parts =
      Self.sample(plan.chunks, limit: limit).map(RenderPart.picture)
      + Self.sample(plan.audioChunks, limit: limit).map(RenderPart.sound)
  }

  /// Runs all passes.
  ///
  /// - Parameter begin: called before each pass.
  package func run(
    begin: (DeterminismPass) -> Void = { _ in }
  ) throws(RenderError) -> DeterminismResult {
    var result = DeterminismResult()
    var first: [PartPrint?] = []
    for pass in DeterminismPass.all {
      begin(pass)
      let (prints, counts) = try prints(of: pass)
      result.partsOfWorkers.append(counts)
      if first.isEmpty { first = prints.map(\.first) }
      for (index, part) in parts.enumerated() {
        guard let expected = first[index] else { continue }
        let found = prints[index].lazy.compactMap { $0.firstDifference(to: expected, in: part) }
        if let place = found.first {
          result.differences.append(DeterminismDifference(pass: pass, place: place))
        }
      }
    }
    return result
  }

  /// At most `limit` of some chunks in pairs of neighbours, spread over all: within a pair decoders
  /// read on, between pairs they seek.
  static func sample<Part>(_ chunks: [Part], limit: Int) -> [Part] {
    guard chunks.count > limit else { return chunks }
    let pairs = max(1, limit / 2)
    return (0..<pairs).flatMap { pair in
      let start = pairs == 1 ? 0 : (chunks.count - 2) * pair / (pairs - 1)
      return chunks[start..<start + 2]
    }
  }

  /// What each rendering of a part came to, more than one where there are fewer parts than workers;
  /// and how many parts each worker has rendered.
  ///
  /// Every worker is a thread of its own, on a machine with fewer cores too, and none begins before
  /// all are there: as many as the pass says work side by side.
  private func prints(
    of pass: DeterminismPass
  ) throws(RenderError) -> (prints: [[PartPrint]], counts: [Int]) {
    let counts = [Int](repeating: 0, count: pass.workers)
    if parts.isEmpty { return ([], counts) }
    let order = pass.order(parts.count)
    let next = Atomic<Int>(pass.workers)
    let results = Mutex(
      (prints: [[PartPrint]](repeating: [], count: parts.count), counts: counts))
    let absent = Monitor(pass.workers)
    // Each worker has a thread that composes and one that encodes.
    let pool = try WorkerPool.forRendering(threads: 2 * pass.workers)
    for worker in 0..<pass.workers {
      pool.start {
        let printer = PartPrinter(
          plan: plan, backend: backend, cancellation: cancellation, pool: pool)
        absent.change { $0 -= 1 }
        absent.wait { $0 == 0 ? () : nil }
        var position = worker
        do throws(RenderError) {
          while position < order.count {
            let print = try printer.print(parts[order[position]])
            results.withLock { results in
              results.prints[order[position]].append(print)
              results.counts[worker] += 1
            }
            position = next.add(1, ordering: .relaxed).oldValue
          }
        } catch {
          cancellation.request(error)
        }
      }
    }
    pool.wait()
    try cancellation.check()
    return results.withLock(\.self)
  }
}

/// What a check has found.
package struct DeterminismResult: Hashable, Sendable {
  /// The first difference of each part and pass to the first pass, in their order.
  package var differences: [DeterminismDifference] = []
  /// For each pass how many parts each of its workers has rendered.
  package var partsOfWorkers: [[Int]] = []
}

/// A chunk of pictures or sound.
package enum RenderPart: Hashable, Sendable {
  case picture(Chunk)
  case sound(AudioChunk)

  /// The place of its track among the planned output's.
  func track(in output: PlannedOutput) -> Int {
    switch self {
    case .picture: 0
    case .sound(let chunk): output.soundTrack + chunk.track
    }
  }
}

/// One way to render the parts.
package struct DeterminismPass: Hashable, Sendable {
  enum Order: Hashable, Sendable {
    case forward, backward
    /// Every other one, then the rest.
    case alternating
  }

  /// Threads that compose side by side, 1 or more.
  package var workers: Int
  var order: Order

  /// The first is what the others are compared with.
  package static let all = [
    DeterminismPass(workers: 1, order: .forward), DeterminismPass(workers: 2, order: .backward),
    DeterminismPass(workers: 4, order: .alternating),
  ]

  /// What a person reads, for example `2 workers, backward`.
  package var name: String {
    let order =
      switch order {
      case .forward: "in order"
      case .backward: "backward"
      case .alternating: "every other chunk first"
      }
    return "\(workers) \(workers == 1 ? "worker" : "workers"), \(order)"
  }

  /// Parts by their numbers in the order in which they are taken. Where there are fewer than workers
  /// some are rendered by several, so that all have work.
  func order(_ count: Int) -> [Int] {
    var order: [Int]
    switch self.order {
    case .forward: order = Array(0..<count)
    case .backward: order = Array((0..<count).reversed())
    case .alternating:
      order = Array(stride(from: 1, to: count, by: 2)) + Array(stride(from: 0, to: count, by: 2))
    }
    while count > 0, order.count < workers { order.append(order[order.count % count]) }
    return order
  }
}

/// Something that two passes rendered differently.
package struct DeterminismDifference: Hashable, Sendable {
  /// What differs, by its frames or samples.
  package enum Place: Hashable, Sendable {
    /// A composed frame of the output.
    case frame(Int)
    /// Mixed samples of the output.
    case samples(Range<Int64>)
    /// The encoded pictures of equal frames.
    case pictureBytes(frames: Range<Int>)
    /// The encoded sound of equal samples.
    case soundBytes(samples: Range<Int64>)
  }

  /// The pass that differs from the first.
  package var pass: DeterminismPass
  /// The first thing in its part that differs.
  package var place: Place

  /// One line without a full stop.
  package var message: String {
    let what =
      switch place {
      case .frame(let frame): "frame \(frame) is composed differently"
      case .samples(let samples):
        "samples \(samples.lowerBound) to \(samples.upperBound - 1) are mixed differently"
      case .pictureBytes(let frames):
        "frames \(frames.lowerBound) to \(frames.upperBound - 1) are composed alike but encoded "
          + "differently"
      case .soundBytes(let samples):
        "samples \(samples.lowerBound) to \(samples.upperBound - 1) are mixed alike but encoded "
          + "differently"
      }
    return "\(what) (\(pass.name))"
  }
}
