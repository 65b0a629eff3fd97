import Testing
import SeededNumbers

@Suite struct RasterSupportTests {
  @Test("a guarded row notices a write on either side")
  func guardNotices() {
    var row = GuardedRow(count: 5)
    row.write { span in for i in span.indices { span[i] = 1 } }
    #expect(row.isGuardIntact)
    #expect(row.samples == [1, 1, 1, 1, 1])
    var before = row
    before.write { span in
      unsafe span.withUnsafeMutableBufferPointer { unsafe ($0.baseAddress! - 1).pointee = 0 }
    }
    #expect(!before.isGuardIntact)
    var after = row
    after.write { span in
      unsafe span.withUnsafeMutableBufferPointer { unsafe ($0.baseAddress! + 5).pointee = 0 }
    }
    #expect(!after.isGuardIntact)
  }

  @Test("the seeded generator repeats itself")
  func generatorRepeats() {
    var a = SeededGenerator(seed: 7)
    var b = SeededGenerator(seed: 7)
    var c = SeededGenerator(seed: 8)
    let first = a.bytes(20)
    #expect(first == b.bytes(20))
    #expect(first != c.bytes(20))
  }
}
