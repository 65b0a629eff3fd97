import PlanModel
import Rendering
import Testing
import Workspace

@testable import RenderFarm

@Suite("Runs of chunks")
struct ChunkRangeTests {
  private func fault(_ text: String) -> String? {
    do throws(CommandFailure) {
      _ = try ChunkRange.runs(text, of: 10, option: "--range")
      return nil
    } catch {
      return error.message
    }
  }

  @Test("runs are read as they are written")
  func texts() throws {
    for (text, runs) in [
      ("0..4,9..10", [0..<4, 9..<10]), ("none", []), ("..3", [0..<3]), ("7..", [7..<10]),
      ("..", [0..<10]),
    ] { #expect(try ChunkRange.runs(text, of: 10, option: "--range") == runs) }
    #expect(ChunkRange.text([0..<4, 9..<10]) == "0..4,9..10" && ChunkRange.text([]) == "none")
    #expect(ChunkRange.runs(of: [0, 1, 2, 5, 6, 9]) == [0..<3, 5..<7, 9..<10])
    for text in ["", "3", "4..4", "5..2", "0..11", "-1..2", "a..b", "0..2,,3..4"] {
      #expect(fault(text) != nil, "\(text)")
    }
    #expect(fault("0..4,3..6")?.contains("chunks of 3..6 twice: 0..4 is there, too") == true)
  }

  @Test("runs of about the same cost, as many as are asked for at most")
  func tasks() {
    let tasks = FarmJob.tasks(of: [4, 1, 1, 1, 1, 4], count: 3)
    #expect(tasks.map(\.chunks).flatMap { Array($0) } == Array(0..<6))
    #expect(tasks.map(\.cost).reduce(0, +) == 12 && tasks.map(\.cost).max() == 4)
    #expect(FarmJob.tasks(of: [1, 1], count: 5).count == 2)
  }

  /// ```
  /// row 1   A B C          rendered  A B C
  /// row 2   A D C                    D
  /// row 3   A E C                    E
  /// ```
  @Test("of chunks that are the same one is rendered, for the first movie that has it")
  func split() {
    var split = BatchSplit()
    for row in ["ABC", "ADC", "AEC"] {
      split.add(
        row.enumerated().map { index, letter in
          let chunk = Chunk(index: index, frames: index * 10..<index * 10 + 10)
          return (part: .picture(chunk), identity: String(letter), cost: 5)
        }, start: 1)
    }
    #expect(split.count == 9)
    #expect(split.items.map(\.movie) == [0, 0, 0, 1, 2])
    // Each movie's program has to start.
    #expect(split.items.map(\.cost) == [6, 5, 5, 6, 6])
    let works = split.items.movies
    #expect(works.map(\.movie) == [0, 1, 2])
    #expect(works.map(\.pictures) == [[0..<3], [1..<2], [1..<2]])
  }
}
