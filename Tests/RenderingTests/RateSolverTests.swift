import BaseValues
import OutputKinds
import Testing
import TimelineModel

@testable import Rendering

private let scale = VideoCodec.h264.quality

/// Chunks whose bits follow a law that the search does not know.
private struct Material {
  /// Bits of each chunk at rate factor 0.
  var weights: [Double]
  /// How many times as many bits for one rate factor less.
  var slopes: [Double]
  /// How many times as many bits the movie's settings take as the first pass.
  var ratios: [Double]

  /// Still, moving and noisy pictures in a seeded order.
  init(count: Int, seed: UInt64) {
    var generator = Seeded(seed)
    weights = (0..<count).map { _ in 2e5 * Double(Int.random(in: 1...60, using: &generator)) }
    slopes = (0..<count).map { _ in 1 + Double(Int.random(in: 80...350, using: &generator)) / 1000 }
    ratios = (0..<count).map { _ in Double(Int.random(in: 80...125, using: &generator)) / 100 }
  }

  func bits(_ chunk: Int, _ quality: ChunkQuality) -> Int {
    func law(_ level: QualityLevel) -> Double {
      var result = weights[chunk]
      for _ in 0..<level.steps { result /= 1 + (slopes[chunk] - 1) / 20 }
      return result
    }
    return switch quality {
    case .planned: 0
    case .pilot(let level): Int(law(level) / ratios[chunk])
    case .level(let level): Int(law(level))
    }
  }

  func chunks(seed: UInt64 = 1) -> [RateSolver.Chunk] {
    var generator = Seeded(seed)
    return weights.map { _ in
      RateSolver.Chunk(frames: 50, share: Int.random(in: 0...1023, using: &generator))
    }
  }

  /// Bits of all chunks at one level.
  func sum(at steps: Int) -> Int {
    weights.indices.reduce(0) { $0 + bits($1, .level(QualityLevel(steps: steps))) }
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite struct RateSolverTests {
  private func solve(
    _ material: Material, bits: Int, changing chunks: [RateSolver.Chunk]? = nil
  ) throws -> (levels: [QualityLevel], trials: [[RateSolver.Trial]]) {
    let goal = RateGoal(bits: bits, samples: 50 * material.weights.count * 640 * 360, scale: scale)
    var solver = RateSolver(goal: goal, chunks: chunks ?? material.chunks())
    var trials: [[RateSolver.Trial]] = []
    let levels = try solver.levels { (wanted) throws(RenderError) in
      trials.append(wanted)
      return wanted.map { RateSolver.Outcome(bits: material.bits($0.chunk, $0.quality)) }
    }
    return (try #require(levels), trials)
  }

  @Test(
    "chunks take the bits asked for within a percent, at nearly one quality",
    arguments: [1, 2, 5, 9, 26, 300], [UInt64(1), 2, 3])
  func sharing(count: Int, seed: UInt64) throws {
    let material = Material(count: count, seed: seed)
    for steps in [300, 437, 611] {
      let bits = material.sum(at: steps)
      let (levels, _) = try solve(material, bits: bits)
      let found = levels.indices.reduce(0) { $0 + material.bits($1, .level(levels[$1])) }
      #expect(abs(found - bits) * 100 <= bits, "\(found) of \(bits) at \(steps)")
      // The one level that takes these bits is `steps`; nobody is more than a rate factor off.
      #expect(levels.allSatisfy { abs($0.steps - steps) <= 20 }, "\(levels.map(\.steps)) \(steps)")
    }
  }

  @Test("few chunks are encoded twice")
  func cost() throws {
    let material = Material(count: 200, seed: 4)
    let (_, trials) = try solve(material, bits: material.sum(at: 480))
    let encodings = trials.joined().count { if case .level = $0.quality { true } else { false } }
    let pilots = trials.joined().count - encodings
    #expect(encodings <= 200 * 3 / 2, "\(encodings) encodings")
    // All chunks at two levels, and a sample at others before.
    #expect(pilots <= 200 * 5 / 2, "\(pilots) pilots")
  }

  @Test(
    "the chunks of a short movie are encoded not much more often than those of a long one",
    arguments: [(1, 2.5), (2, 2.2), (3, 2.0), (6, 2.1), (12, 1.9), (20, 1.8), (60, 1.6)])
  func costOfShort(count: Int, most: Double) throws {
    var encodings = 0
    var pilots = 0
    for seed in UInt64(1)...20 {
      let material = Material(count: count, seed: seed)
      for steps in [330, 481, 560] {
        let (_, trials) = try solve(material, bits: material.sum(at: steps))
        let all = trials.flatMap { $0 }
        pilots += all.count(where: \.quality.isPilot)
        encodings += all.count { !$0.quality.isPilot }
      }
    }
    let share = Double(encodings) / Double(60 * count)
    #expect(share <= most, "\(count): \(share), pilots \(Double(pilots) / Double(60 * count))")
  }

  @Test("an edit of one chunk leaves nearly all others at their levels")
  func editing() throws {
    var material = Material(count: 200, seed: 5)
    let bits = material.sum(at: 500)
    let before = try solve(material, bits: bits).levels
    material.weights[70] *= 1.5
    let after = try solve(material, bits: bits).levels
    let moved = zip(before, after).count { $0 != $1 }
    #expect(moved <= 40, "\(moved) of 200 chunks")
  }

  @Test("what was measured is not asked for again")
  func repetition() throws {
    let material = Material(count: 40, seed: 6)
    let (_, trials) = try solve(material, bits: material.sum(at: 500))
    let all = trials.flatMap { $0 }
    #expect(Set(all).count == all.count)
  }

  @Test("more bits than the best quality takes, and fewer than the worst, end at the limits")
  func limits() throws {
    let material = Material(count: 6, seed: 7)
    let most = try solve(material, bits: 100 * material.sum(at: 20)).levels
    #expect(most.allSatisfy { $0.steps <= 40 }, "\(most.map(\.steps))")
    let least = try solve(material, bits: 1).levels
    #expect(least.allSatisfy { $0.steps >= 1000 }, "\(least.map(\.steps))")
  }

  @Test("a chunk that does not fit into the buffer gets worse, the others take what it leaves")
  func floors() throws {
    let material = Material(count: 20, seed: 8)
    let bits = material.sum(at: 500)
    var solver = RateSolver(
      goal: RateGoal(bits: bits, samples: 1000 * 640 * 360, scale: scale), chunks: material.chunks()
    )
    let limit = material.bits(3, .level(QualityLevel(steps: 600)))
    let levels = try #require(
      try solver.levels { (wanted) throws(RenderError) in
        wanted.map {
          let bits = material.bits($0.chunk, $0.quality)
          return RateSolver.Outcome(bits: bits, excess: $0.chunk == 3 ? max(0, bits - limit) : 0)
        }
      })
    #expect(levels[3].steps >= 600 && levels[3].steps < 660, "\(levels[3])")
    let found = levels.indices.reduce(0) { $0 + material.bits($1, .level(levels[$1])) }
    #expect(abs(found - bits) * 100 <= bits)
  }

  @Test("what fits at no quality is an error")
  func impossible() throws {
    let material = Material(count: 3, seed: 9)
    var solver = RateSolver(
      goal: RateGoal(quality: QualityLevel(steps: 400), scale: scale), chunks: material.chunks())
    #expect(throws: RenderError.self) {
      _ = try solver.levels { (wanted) throws(RenderError) in
        wanted.map { _ in RateSolver.Outcome(bits: 1000, excess: 10) }
      }
    }
  }

  @Test("where something is not known and not to be measured, there is no result")
  func unknown() throws {
    let material = Material(count: 20, seed: 10)
    var solver = RateSolver(
      goal: RateGoal(bits: material.sum(at: 500), samples: 1, scale: scale),
      chunks: material.chunks())
    #expect(try solver.levels { (_) throws(RenderError) in nil } == nil)
  }
}

@Suite struct DecoderBufferTests {
  /// 1000 bits a second at 10 frames: 100 bits a frame. A buffer of 600 begins with 540.
  private let buffer = DecoderBuffer(maxRate: 1000, size: 600)

  @Test(
    "packets may take what flows in and what the buffer holds at first, which is there at the end again",
    arguments: [
      ([100, 100, 100], 0), ([300, 100, 0, 0], 0), ([541, 0, 0, 0, 0, 0, 0], 1),
      // At the end 540 are there again.
      ([200, 100, 200], 200), ([200, 0], 0), ([100, 150], 50),
      // What is full takes no more: 600 are there before the last, and 600 less 500 after it.
      ([0, 0, 0, 0, 0, 0, 500], 340), ([], 0),
    ] as [([Int], Int)])
  func excess(bits: [Int], excess: Int) throws {
    #expect(buffer.excess(of: bits, at: try #require(FrameRate(10))) == excess)
  }

  @Test("rates that are fractions are exact")
  func fractions() throws {
    // 30000 bits a second at 30000/1001 frames: 1001 bits a frame.
    let buffer = DecoderBuffer(maxRate: 30_000, size: 4004)
    let rate = try #require(FrameRate.parse("30000/1001"))
    #expect(buffer.excess(of: Array(repeating: 1001, count: 500), at: rate) == 0)
    #expect(buffer.excess(of: Array(repeating: 1002, count: 500), at: rate) == 500)
  }
}
