import PlanModel
import Rendering

/// Chunks of many movies among tasks: of chunks that are the same one is rendered, for the first movie that
/// has it.
///
/// ```
/// row 1   A B C          rendered  A B C
/// row 2   A D C     ──▶            D
/// row 3   A E C                    E
/// ```
struct BatchSplit {
  /// A chunk that is to be rendered.
  struct Item: Hashable {
    /// The place of its movie among those that were added.
    var movie: Int
    var part: RenderPart
    /// In microseconds.
    var cost: Int
  }

  /// Each chunk once, in the order of movies.
  private(set) var items: [Item] = []
  /// Chunks of all movies.
  private(set) var count = 0
  private var known: Set<String> = []
  private var movies = 0

  /// Takes in the chunks of another movie.
  ///
  /// - Parameters:
  ///   - parts: with what tells each from all that are not the same; `nil` for one that is like no other.
  ///   - start: what it takes before the first chunk, in microseconds.
  mutating func add(_ parts: [(part: RenderPart, identity: String?, cost: Int)], start: Int) {
    let first = items.count
    for (part, identity, cost) in parts {
      count += 1
      if let identity, !known.insert(identity).inserted { continue }
      items.append(Item(movie: movies, part: part, cost: cost))
    }
    if first < items.count { items[first].cost += start }
    movies += 1
  }

  /// Tasks of about the same cost.
  func tasks(count: Int) -> [[Item]] {
    BalancedRuns.runs(of: items.map(\.cost), count: count).map { Array(items[$0]) }
  }
}

extension [BatchSplit.Item] {
  var cost: Int { reduce(0) { $0 + $1.cost } }

  /// The movies of a task, each with its runs of chunks.
  var movies: [(movie: Int, pictures: [Range<Int>], sounds: [Range<Int>])] {
    var order: [Int] = []
    var pictures: [Int: [Int]] = [:]
    var sounds: [Int: [Int]] = [:]
    for item in self {
      if order.last != item.movie { order.append(item.movie) }
      switch item.part {
      case .picture(let chunk): pictures[item.movie, default: []].append(chunk.index)
      case .sound(let chunk): sounds[item.movie, default: []].append(chunk.index)
      }
    }
    return order.map {
      ($0, ChunkRange.runs(of: pictures[$0] ?? []), ChunkRange.runs(of: sounds[$0] ?? []))
    }
  }
}
