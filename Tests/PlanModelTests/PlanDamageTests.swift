import Diagnostics
import Testing
import TimelineModel
import SeededNumbers

@testable import PlanModel

/// Values that have been trouble somewhere.
private let values = [
  "0", "-1", "1", "2", "32769", "65537", "1000000000000", "9223372036854775807",
  "-9223372036854775808", "9223372036854775808", "1e999", "0.5", "null", "true", "[]", "{}", "\"\"",
  "\"-1/3\"", "\"9223372036854775807/2\"", "[[0,0,1000000000000]]", "[[1,9223372036854775807,2]]",
  "[[0,1,10]]", "[0,-1]", "{\"kind\":\"text\",\"text\":9}", "\"%d%d\"", "\"\\u0000\"",
]

/// Where numbers, words, texts and brackets of a text begin and end.
private func tokens(_ bytes: [UInt8]) -> [Range<Int>] {
  var tokens: [Range<Int>] = []
  var start = 0
  while start < bytes.count {
    var end = start + 1
    if bytes[start] == UInt8(ascii: "\"") {
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = min(end + 1, bytes.count)
    } else if !"[]{},:\n ".utf8.contains(bytes[start]) {
      while end < bytes.count, !"[]{},: \n".utf8.contains(bytes[end]) { end += 1 }
    }
    if bytes[start] > 32 { tokens.append(start..<end) }
    start = end
  }
  return tokens
}

@Suite struct PlanDamageTests {
  @Test("a damaged plan has findings, or is a plan that can be executed", arguments: 0..<4)
  func damage(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let bytes = Array(PlanJSON.text(wholePlan(), style: .compact).utf8)
    let all = tokens(bytes)
    var survivors = 0
    for round in 0..<500 {
      var damaged = bytes
      if round == 0 {
        // Labels and names may be anything.
        let label = try #require(all.first { bytes[$0].elementsEqual("\"item 3\"".utf8) })
        damaged.replaceSubrange(label, with: Array("\"%d%d\"".utf8))
      }
      switch round % 4 {
      case _ where round == 0: break
      case 0:
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
          damaged[Int.random(in: bytes.indices, using: &numbers)] = .random(
            in: .min ... .max, using: &numbers)
        }
      case 1: damaged = Array(bytes.prefix(Int.random(in: bytes.indices, using: &numbers)))
      default:
        // From the end on, so that places stay true.
        let places = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
          Int.random(in: all.indices, using: &numbers)
        }
        for place in Set(places).sorted(by: >) {
          let other = all[Int.random(in: all.indices, using: &numbers)]
          let value =
            Bool.random(using: &numbers)
            ? Array(values.randomElement(using: &numbers)!.utf8) : Array(bytes[other])
          damaged.replaceSubrange(all[place], with: value)
        }
      }
      let (written, findings) = PlanJSON.read(
        SourceFile(path: "plan.json", bytes: damaged), kinds: everyKind)
      #expect((written == nil) == !findings.isEmpty)
      guard let plan = written?.plan else { continue }
      survivors += 1
      // What executing begins with does not trap.
      _ = PlanDump.text(plan)
      _ = PlanJSON.text(plan, style: .compact)
      _ = plan.pictureKeys()
      _ = plan.audioKeys(of: plan.audioChunks)
      _ = plan.lastFrames
      for frame in 0..<plan.output.frameCount { _ = plan.sights(at: frame) }
    }
    #expect(survivors > 0)
  }
}
