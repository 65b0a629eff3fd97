import PlanModel
import Testing

@Suite("blocks of pictures that go through a chain together")
struct FilterBlocksTests {
  @Test("each picture is in one block, with what is remembered before it")
  func blocks() {
    for first in [0, 3, 40] {
      for memory in [1, 3, 7, 30] {
        let blocks = FilterBlocks(first: first, memory: memory)
        #expect(blocks.length == max(16, 4 * memory))
        for picture in 0..<300 {
          let block = blocks.block(of: picture)
          #expect(block.contains(picture))
          for other in block { #expect(blocks.block(of: other) == block) }
          let fed = blocks.fed(for: block, of: 250)
          #expect(fed.upperBound == min(250, block.upperBound + memory) || picture >= 250)
          if picture >= first {
            #expect((block.lowerBound - first) % blocks.length == 0)
            #expect(
              fed.lowerBound == min(250, max(first, block.lowerBound - memory)))
          }
        }
      }
    }
  }

  @Test("without memory each is alone, and with all of it there is one block")
  func ends() {
    #expect(FilterBlocks.alone.block(of: 7) == 7..<8)
    #expect(FilterBlocks.alone.fed(for: 7..<8, of: 100) == 7..<8)
    let endless = FilterBlocks(first: 5, memory: 9, isEndless: true)
    #expect(endless.block(of: 5) == 5..<Int.max)
    #expect(endless.fed(for: endless.block(of: 900), of: 1000) == 5..<1000)
    #expect(endless.block(of: 2).contains(2))
    #expect(endless.fed(for: endless.block(of: 2), of: 1000).lowerBound == 0)
  }
}
