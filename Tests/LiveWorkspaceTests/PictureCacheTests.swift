import Testing

@testable import LiveWorkspace

@Suite("Pictures that are kept")
struct PictureCacheTests {
  private func key(_ number: Int) -> PictureCache.Key {
    PictureCache.Key(chunk: "a", offset: number, width: 960)
  }

  @Test("a picture is there until others have taken its room; what was used last stays")
  func bound() {
    let cache = PictureCache(limit: 100)
    for number in 0..<10 {
      cache.keep([UInt8](repeating: UInt8(number), count: 10), for: key(number))
    }
    #expect(cache.size == 100)
    #expect(cache.picture(key(0)) == [UInt8](repeating: 0, count: 10))
    cache.keep([UInt8](repeating: 10, count: 10), for: key(10))
    #expect(cache.size <= 100)
    #expect(cache.picture(key(0)) != nil && cache.picture(key(10)) != nil)
    #expect(cache.picture(key(1)) == nil)
  }

  @Test("what is larger than all of it is not kept")
  func large() {
    let cache = PictureCache(limit: 10)
    cache.keep([UInt8](repeating: 1, count: 11), for: key(1))
    #expect(cache.picture(key(1)) == nil && cache.size == 0)
  }

  @Test("a picture takes the place of one of the same key")
  func again() {
    let cache = PictureCache(limit: 10)
    cache.keep([1, 2, 3], for: key(1))
    cache.keep([4], for: key(1))
    #expect(cache.picture(key(1)) == [4] && cache.size == 1)
  }
}
