import BaseValues

/// Units a second in which an MP4 counts, chosen so that nothing is rounded.
struct MovieTimescale: Hashable {
  /// For pictures' times; `nil` for a movie without pictures.
  let video: Int?
  /// For the whole movie and its edit lists.
  let movie: Int

  /// Most units a second of the movie: with more, boxes need 64 bits after a few minutes.
  private static let limit: Int64 = 10_000_000

  /// The scale of a movie of the given rates; one of them at least.
  init(rate: FrameRate?, sampleRate: Int?) {
    // Multiples of 600 suit every whole rate in use and are what editors expect.
    let video = rate.map { Self.commonMultiple(600, $0.frames, limit: 100_000) ?? $0.frames }
    self.video = video.map(Int.init)
    let sound = sampleRate.map(Int64.init)
    movie =
      switch (video, sound) {
      case (let video?, let sound?):
        // Beyond the limit the pictures stay exact and the sound's end is rounded to a picture's
        // unit.
        Int(Self.commonMultiple(video, sound, limit: Self.limit) ?? video)
      case (let only?, nil), (nil, let only?): Int(only)
      case (nil, nil): 1000
      }
  }

  private static func commonMultiple(_ a: Int64, _ b: Int64, limit: Int64) -> Int64? {
    guard a > 0, b > 0 else { return nil }
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let (product, overflow) = a.multipliedReportingOverflow(by: b / x)
    return overflow || product > limit ? nil : product
  }
}
