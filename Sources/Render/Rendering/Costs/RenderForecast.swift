package import TimelineModel

/// How long a movie will take with several workers, from what its chunks take.
///
/// Times are those of machines that do nothing else. A worker renders one chunk at a time; it composes
/// and encodes at the same time where it has two cores.
package struct RenderForecast: Sendable {
  /// What is known of the machines, and what is assumed of them.
  package struct Setting: Hashable, Sendable {
    /// Cores of each machine, 1 or more.
    package var cores: Int
    /// Seconds until a program knows the project or the plan and begins to render.
    package var start: Double
    /// Bytes of each source. A machine reads all of those that its chunks show.
    package var sources: [MediaID: Double]
    /// Bytes a second that a machine reads and writes, above 0.
    package var link: Double
    /// Bytes a second that the storage gives to all machines together, above 0.
    package var storage: Double

    /// Machines; nothing is checked.
    package init(
      cores: Int, start: Double, sources: [MediaID: Double], link: Double, storage: Double
    ) {
      self.cores = cores
      self.start = start
      self.sources = sources
      self.link = link
      self.storage = storage
    }
  }

  /// A movie that is rendered by several machines, in seconds.
  package struct Split: Hashable, Sendable {
    /// Those that have something to do.
    package var machines: Int
    /// Until a machine's program begins to render.
    package var start: Double
    /// Until a machine has read the sources, and written what it rendered.
    package var transfer: Double
    /// Until the machine with most to do has rendered.
    package var rendering: Double
    /// Another program that joins the chunks.
    package var joining: Double

    /// From beginning to end.
    package var total: Double { start + transfer + rendering + joining }
  }

  private let estimate: CostEstimate
  private let setting: Setting
  /// Each chunk of pictures with the sound that follows it.
  private let groups: [[CostEstimate.Part]]
  private let costs: [Int]

  /// A forecast by an estimate.
  package init(_ estimate: CostEstimate, _ setting: Setting) {
    self.estimate = estimate
    self.setting = setting
    groups = estimate.groups
    costs = estimate.runCosts(cores: setting.cores)
  }

  /// One program on one machine, that renders `jobs` chunks at the same time; in seconds.
  ///
  /// Workers are even: the last chunks begin together. No more work is done at a time than there are
  /// cores.
  package func seconds(jobs: Int) -> Double {
    let pictures = estimate.pictures
    let workers = max(1, min(jobs, pictures.count))
    let cores = Double(max(1, setting.cores))
    let work = pictures.reduce(0) { $0 + $1.seconds(cores: setting.cores) }
    // Each worker begins with a run of its own.
    let entries = (0..<workers).reduce(0) {
      pictures.isEmpty ? 0 : $0 + pictures[pictures.count * $1 / workers].entry
    }
    let longest = pictures.map { $0.seconds(cores: setting.cores) }.max() ?? 0
    let alone = max((work + entries) / Double(workers), longest)
    return setting.start + max(alone, (estimate.processor + entries + estimate.joining) / cores)
      + lastJoin
  }

  /// What is left to join when the last chunk is there.
  private var lastJoin: Double { estimate.joining / Double(max(1, estimate.parts.count)) }

  /// Several machines, each of which renders one run of chunks, and one of which joins.
  ///
  /// - Parameter machines: 1 or more.
  package func split(machines: Int) -> Split {
    let runs = BalancedRuns.runs(of: costs, count: max(1, machines))
    let most = runs.map { estimate.seconds(run: groups[$0], cores: setting.cores) }.max() ?? 0
    let count = Double(max(1, runs.count))
    let bytes = estimate.bytes
    let reads = runs.map { run in
      let media = groups[run].joined().reduce(into: Set()) { $0.formUnion($1.media) }
      return media.reduce(0) { $0 + (setting.sources[$1] ?? 0) }
    }
    // Everyone reads at once: one by his own link, all from the storage.
    let read = max((reads.max() ?? 0) / setting.link, reads.reduce(0, +) / setting.storage)
    let written = max(bytes / count / setting.link, bytes / setting.storage)
    let joined = max(estimate.joining, 2 * bytes / setting.link)
    return Split(
      machines: runs.count, start: setting.start, transfer: read + written,
      rendering: most, joining: setting.start + joined)
  }
}

extension CostEstimate {
  /// The chunks of pictures.
  package var pictures: [Part] {
    parts.filter { if case .picture = $0.part { true } else { false } }
  }

  /// Each chunk of pictures with the sound that follows it.
  var groups: [[Part]] {
    parts.reduce(into: []) { groups, part in
      if case .picture = part.part { groups.append([]) }
      if !groups.isEmpty { groups[groups.count - 1].append(part) }
    }
  }

  /// What each chunk of pictures takes one worker, with the sound that follows it, in microseconds: runs
  /// of equal sums end at about the same time.
  ///
  /// - Parameter cores: of the worker's machine.
  package func runCosts(cores: Int) -> [Int] {
    groups.map { group in
      let seconds = group.reduce(0) { sum, part in
        // Sound is mixed beside the pictures where a core is left.
        if case .sound = part.part { return sum + part.processor / Double(max(1, cores)) }
        return sum + part.seconds(cores: cores)
      }
      // Enough for eleven days, and for sums of many.
      return Int(min(max(seconds * 1e6, 0), 1e12))
    }
  }

  /// How long one worker takes for a run of chunks, whose sound it mixes beside the pictures.
  func seconds(run: ArraySlice<[Part]>, cores: Int) -> Double {
    let entry = run.first?.first?.entry ?? 0
    var pictures = entry
    var sound = 0.0
    var processor = entry
    for part in run.joined() {
      processor += part.processor
      if case .sound = part.part {
        sound += part.processor
      } else {
        pictures += part.seconds(cores: cores)
      }
    }
    return max(pictures, sound, processor / Double(max(1, cores)))
  }
}
