import Diagnostics
import BaseValues
import PlanModel
import Raster
import Rendering
import Synchronization
import Testing
import TimelineModel

@testable import GoldenTesting

@Suite("Comparing a movie with what was kept of it")
struct ProjectTestTests {
  private let all = GoldenChoice(frames: .all, pictures: [Expectations.at(5)])

  private func failures(_ result: ProjectResult) -> [String] {
    ResultText.text(result).split(separator: "\n").dropFirst().map { String($0.dropFirst(2)) }
  }

  @Test("a movie that was kept passes, and fails where a frame is another one")
  func exact() throws {
    let movie = FakeMovie(samples: 20_000)
    let test = movie.test(Expectations(golden: all))
    #expect(test.update().verdict == .passed)
    #expect(test.run().verdict == .passed)
    movie.change { $0.brightness = [3: 1, 4: 1, 5: 1, 8: 1] }
    let result = test.run()
    #expect(result.verdict == .failed)
    let pictures = try #require(result.pictures)
    #expect(pictures.tested == Array(0..<10))
    #expect(pictures.differences.map(\.frame) == [3, 4, 5, 8])
    #expect(pictures.runs.map { $0.firstFrame...$0.lastFrame } == [3...5, 8...8])
    #expect(result.sound?.passes == true && result.sound?.testedCount == 3)
    #expect(result.plan?.passes == true && result.shape?.passes == true)
    let said = failures(result)
    #expect(said.count == 2)
    #expect(
      said[0].hasPrefix("frames: frames 3..5 of 10 differ (3): another hash, and no tolerance"))
    #expect(said[0].contains("frame 5: PSNR") && said[0].hasSuffix("shows 'clip 0'"))
    #expect(said[1].hasPrefix("frames: frame 8 of 10 differs: another hash"))
  }

  @Test("a run is told apart by what it shows")
  func parts() {
    func difference(_ frame: Int, _ shows: String...) -> FrameDifference {
      FrameDifference(
        frame: frame, expected: ImageHash(value: 1), actual: ImageHash(value: 2),
        finding: .noTolerance, shows: shows)
    }
    let all = [
      difference(3, "a"), difference(4, "a"), difference(5, "a", "card"), difference(6, "b"),
      difference(7, "b"),
    ]
    let parts = FrameRun(differences: all[...]).parts
    #expect(parts.map { $0.firstFrame...$0.lastFrame } == [3...4, 5...5, 6...7])
    #expect(FrameRun(differences: all[1..<2]).parts.map(\.firstFrame) == [4])
  }

  @Test("a plan is the same where files were moved or are others, and not where both are so")
  func sourceLines() throws {
    /// How many lines differ where a source was kept as said and now is `sea`, of these.
    func differing(_ kept: String, path: String, hash: String, stream: Int = 2) -> Int {
      var plan = FakeMovie().plan
      plan.sources = [
        PlannedSource(
          media: MediaID(0), name: "sea",
          content: .file(path: path, videoStream: nil, audioStream: .streams([stream])),
          contentHash: hash)
      ]
      let lines = PlanComparison.lines(plan)
      var old = lines.map(\.text)
      let place = old.firstIndex { $0.hasPrefix("  sea ") } ?? 0
      old[place] = "  \(kept)"
      return PlanComparison.compare(lines, with: old.map { $0 + "\n" }.joined()).differingCount
    }
    let line = #"sea file "a b.mp4" audio streams([2]) hash file:12"#
    #expect(differing(line, path: "a b.mp4", hash: "file:12") == 0)
    #expect(differing(line, path: #"x" hash .mp4"#, hash: "file:12") == 0)
    #expect(differing(line, path: "a b.mp4", hash: "file:13") == 0)
    #expect(differing(line, path: "a b.mp4", hash: "") == 0)
    let bare = #"sea file "a b.mp4" audio streams([2])"#
    #expect(differing(bare, path: "a b.mp4", hash: "file:12") == 0)
    #expect(differing(line, path: "b.mp4", hash: "file:13") == 1)
    #expect(differing(bare, path: "b.mp4", hash: "file:12") == 1)
    #expect(differing(line, path: "a b.mp4", hash: "file:12", stream: 1) == 1)
    #expect(differing(line.replacing("sea", with: "sky"), path: "a b.mp4", hash: "file:12") == 1)
    #expect(
      differing(line.replacing("file ", with: "fire "), path: "a b.mp4", hash: "file:12") == 1)
  }

  @Test("a record without pictures says that nothing can be measured")
  func noPicture() throws {
    let movie = FakeMovie()
    let expectations = Expectations(
      golden: GoldenChoice(frames: .all, pictures: []),
      frameTolerance: FrameTolerance(psnr: Rational(10)))
    let test = movie.test(expectations)
    _ = test.update()
    movie.change { $0.brightness = [2: 1] }
    let result = test.run()
    #expect(result.verdict == .failed)
    #expect(failures(result)[0].contains("no picture was kept"))
  }

  @Test("a kept picture that cannot be read fails, and says so")
  func badPicture() throws {
    let movie = FakeMovie()
    let test = movie.test(
      Expectations(golden: all, frameTolerance: FrameTolerance(psnr: Rational(10))))
    _ = test.update()
    movie.storage["movie/golden/frame-5.png"] = "x"
    #expect(test.run().verdict == .passed)
    movie.change { $0.brightness = [5: 1] }
    #expect(failures(test.run())[0].contains("golden/frame-5.png is of no use: that is no picture"))
  }

  struct Tolerant: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var tolerance: FrameTolerance
    /// Of frame 5's brightness: one that passes and one that does not.
    var small: UInt8
    var large: UInt8
    var says: String
  }

  @Test(
    "a tolerance lets a small difference pass and fails a large one",
    arguments: [
      // Off by one everywhere in luma, which is two thirds of the samples: 49.89 dB.
      Tolerant(
        testDescription: "psnr", tolerance: FrameTolerance(psnr: Rational(49)), small: 1,
        large: 2,
        says: "PSNR 43.87 dB, at least 49"),
      Tolerant(
        testDescription: "ssim", tolerance: FrameTolerance(ssim: Rational(99, 100)), small: 1,
        large: 40, says: "at least 0.99"),
      Tolerant(
        testDescription: "maxDifference", tolerance: FrameTolerance(maximumDifference: 4),
        small: 4, large: 5, says: "a sample differs by 5, at most 4"),
      Tolerant(
        testDescription: "all of them",
        tolerance: FrameTolerance(
          psnr: Rational(10), ssim: Rational(1, 2), maximumDifference: 1), small: 1, large: 2,
        says: "a sample differs by 2, at most 1"),
    ])
  func tolerance(_ tolerant: Tolerant) throws {
    let movie = FakeMovie()
    let test = movie.test(Expectations(golden: all, frameTolerance: tolerant.tolerance))
    _ = test.update()
    movie.change { $0.brightness = [5: tolerant.small] }
    let passed = test.run()
    #expect(passed.verdict == .passed)
    #expect(passed.pictures?.differences.first?.finding == .tolerated)
    #expect(
      failures(passed)[0].hasPrefix("note: frames: frame 5 of 10 differs: within the tolerance"))
    movie.change { $0.brightness = [5: tolerant.large] }
    let failed = test.run()
    #expect(failed.verdict == .failed)
    #expect(failed.pictures?.differences.first?.finding == .exceeded)
    #expect(failures(failed)[0].contains(tolerant.says), "\(failures(failed))")
  }

  @Test("an ignored region may show anything, and nothing else may")
  func ignored() {
    let movie = FakeMovie()
    let region = ExpectedRegion(x: 12, y: 4, width: 1, height: 1, treatment: .ignored)
    let test = movie.test(Expectations(golden: all, regions: [region]))
    _ = test.update()
    movie.change { $0.corner = 90 }
    #expect(test.run().verdict == .passed)
    #expect(test.run().pictures?.differences.isEmpty == true)
    movie.change { $0.brightness = [5: 1] }
    #expect(test.run().verdict == .failed)
  }

  @Test("a region has a tolerance of its own, and the rest keeps its own")
  func region() throws {
    let movie = FakeMovie()
    let region = ExpectedRegion(
      x: 10, y: 2, width: 6, height: 6,
      treatment: .compared(FrameTolerance(maximumDifference: 20)))
    let test = movie.test(
      Expectations(
        golden: GoldenChoice(
          frames: .at([Expectations.at(5)]), pictures: [Expectations.at(5)]), regions: [region]))
    _ = test.update()
    movie.change { $0.corner = 20 }
    #expect(test.run().verdict == .passed)
    let areas = try #require(test.run().pictures?.differences.first?.areas)
    #expect(areas.map(\.difference.isEmpty) == [true, false])
    movie.change { $0.corner = 21 }
    #expect(test.run().verdict == .failed)
    movie.change {
      $0.brightness = [5: 1]
      $0.corner = 0
    }
    let result = test.run()
    #expect(result.verdict == .failed)
    #expect(failures(result)[0].contains("no tolerance is given, PSNR 51.32 dB"))
  }

  @Test("sound is compared to the bit, or by its level and loudness")
  func sound() throws {
    let movie = FakeMovie(samples: 20_000)
    var expectations = Expectations(golden: GoldenChoice(frames: .at([])))
    _ = movie.test(expectations).update()
    movie.change { $0.amplitude = 0.52 }
    let strict = movie.test(expectations).run()
    #expect(strict.verdict == .failed)
    #expect(strict.sound?.differences.map(\.sample) == [0, 8000, 16_000])
    #expect(
      failures(strict)[0].contains("no tolerance for sound is given; level -5.68 dB, was -6.02"))
    // 20 log10 (0.52 / 0.5) is 0.34 dB.
    expectations.audioTolerance = AudioTolerance(level: Rational(35, 100))
    #expect(movie.test(expectations).run().verdict == .passed)
    expectations.audioTolerance = AudioTolerance(level: Rational(33, 100))
    let level = movie.test(expectations).run()
    #expect(level.verdict == .failed)
    #expect(failures(level)[0].contains("level -5.68 dB, was -6.02, may differ by 0.33"))
    expectations.audioTolerance = AudioTolerance(loudness: Rational(1, 2))
    #expect(movie.test(expectations).run().verdict == .passed)
    expectations.audioTolerance = AudioTolerance(level: .one, loudness: Rational(1, 5))
    let loudness = movie.test(expectations).run()
    #expect(loudness.verdict == .failed)
    #expect(failures(loudness).contains { $0.hasSuffix("may differ by 0.20 LU") })
  }

  @Test("only the frames and the seconds that were kept are made, in rising order")
  func onlyAsked() {
    let movie = FakeMovie(frames: 1000, samples: 80_000)
    let choice = GoldenChoice(
      frames: .at([Expectations.at(700), Expectations.at(30), Expectations.at(31)]), pictures: [],
      sound: false)
    let test = movie.test(Expectations(golden: choice))
    _ = test.update()
    movie.change { $0.frames = [] }
    #expect(test.run().verdict == .passed)
    movie.state.withLock { state in
      #expect(state.frames == [30, 31, 700])
      #expect(state.samples.isEmpty)
    }
    movie.storage["movie/golden/frames.txt"] =
      "sound 16000 0000000000000000\nsound 40000 0000000000000000\n"
    #expect(test.run().verdict == .failed)
    movie.state.withLock { state in
      #expect(state.frames == [30, 31, 700])
      #expect(state.samples == [16_000, 40_000])
    }
  }

  @Test("what is kept of a long movie are the ends and the middle of every stretch")
  func standardChoice() {
    let movie = FakeMovie(frames: 400, cut: 101)
    _ = movie.test().update()
    #expect(movie.state.withLock { $0.frames } == [0, 50, 100, 101, 250, 399])
    #expect(movie.storage.paths.contains("movie/golden/frame-101.png"))
    let short = FakeMovie(frames: 300)
    _ = short.test().update()
    #expect(short.state.withLock { $0.frames } == Array(0..<300))
    #expect(short.storage.paths.contains("movie/golden/frame-150.png"))
  }

  @Test("a movie of another length or size says so")
  func shape() {
    let movie = FakeMovie(frames: 10, samples: 8000)
    _ = movie.test().update()
    let shorter = FakeMovie(frames: 8, samples: 6400)
    shorter.storage["movie/golden/frames.txt"] = movie.storage["movie/golden/frames.txt"]
    let said = failures(shorter.test().run())
    #expect(said[0] == "movie: the movie's number of frames is 8, was 10")
    #expect(said[1] == "movie: the movie's number of samples is 6400, was 8000")
    #expect(said[2].hasPrefix("frames: frames 8..9 are missing (2): the movie is shorter"))
    #expect(said[3].hasPrefix("sound: sound from 0 s (sample 0) differs"))
  }

  @Test("a plan of other lines shows the first of them")
  func plan() throws {
    let movie = FakeMovie()
    _ = movie.test().update()
    let plan = try #require(movie.storage["movie/golden/plan.txt"])
    movie.storage["movie/golden/plan.txt"] = plan.replacing("frames 0..9", with: "frames 0..8")
    let result = movie.test().run()
    #expect(result.verdict == .failed)
    #expect(result.plan?.differingCount == 2)
    #expect(failures(result)[0] == "plan: 2 lines of the plan differ")
    #expect(failures(result)[1].hasSuffix("was 'frames 0..8', is 'frames 0..9'"))
  }

  @Test("a golden file that cannot be read is a failure with its place")
  func malformed() {
    let movie = FakeMovie()
    movie.storage["movie/golden/frames.txt"] = "frame 0 3071721a8b44725d\nframe x\n"
    let result = movie.test().run()
    #expect(result.problem?.kind == .project)
    #expect(result.problem?.message.hasPrefix("movie/golden/frames.txt:2:1: error: ") == true)
    #expect(movie.state.withLock { $0.frames } == [])
    #expect(movie.test().update().verdict == .passed)
    #expect(movie.test().run().verdict == .passed)
  }

  @Test("where there is nothing to compare with, or it is gone, the way out is told")
  func nothing() {
    let movie = FakeMovie()
    #expect(movie.test().run().problem?.message.contains("test --update movie/movie.json") == true)
    let missing = movie.test(Expectations(golden: all)).run()
    #expect(missing.problem?.message.hasPrefix("movie/golden/frames.txt is missing") == true)
    #expect(movie.test(Expectations()).run().verdict == .passed)
  }

  @Test("media that fail are no failure of the movie")
  func unavailable() {
    let movie = FakeMovie()
    _ = movie.test().update()
    movie.change { $0.fails = true }
    let result = movie.test().run()
    #expect(result.verdict == .unavailable)
    #expect(failures(result) == ["frame 0: a: picture 0 cannot be read"])
  }
}

@Suite("Keeping a movie")
struct GoldenUpdateTests {
  @Test("what is new, changed and removed is said, and nothing is written twice")
  func updates() throws {
    let movie = FakeMovie(samples: 8000)
    let first = movie.test().update()
    #expect(
      first.updates.map(\.path) == [
        "movie/golden/frame-5.png", "movie/golden/frames.txt", "movie/golden/plan.txt",
      ])
    #expect(first.updates.allSatisfy { $0.action == .new })
    let count = movie.storage.writes.count
    #expect(movie.test().update().updates.isEmpty)
    #expect(movie.storage.writes.count == count)
    movie.change { $0.brightness = [5: 3, 7: 1, 8: 1] }
    #expect(
      movie.test().update().updates == [
        GoldenUpdate(path: "movie/golden/frame-5.png", action: .changed("another picture")),
        GoldenUpdate(
          path: "movie/golden/frames.txt", action: .changed("3 frames changed: 5, 7..8")),
      ])
    movie.storage["movie/golden/other.frame-2.png"] = "of another project"
    let none = Expectations(golden: GoldenChoice(frames: .at([]), sound: false))
    #expect(
      movie.test(none).update().updates == [
        GoldenUpdate(path: "movie/golden/frame-5.png", action: .removed),
        GoldenUpdate(path: "movie/golden/frames.txt", action: .removed),
      ])
    #expect(
      movie.storage.paths == ["movie/golden/other.frame-2.png", "movie/golden/plan.txt"])
  }

  @Test("what is expected in words is tested when golden files are written too")
  func expectations() {
    let movie = FakeMovie()
    let result = movie.test(Expectations(frameCount: Located(value: 11))).update()
    #expect(result.verdict == .failed)
    #expect(!result.updates.isEmpty)
  }

  @Test("pictures on demand are those of the movie and those that were kept")
  func onDemand() throws {
    let movie = FakeMovie()
    _ = movie.test().update()
    movie.change { $0.brightness = [5: 9] }
    let pictures = try #require(movie.test().run().subject).pictures()
    #expect(try luma(pictures.actual(5)) == 54)
    #expect(try luma(pictures.actualAsKept(5)) == 54)
    #expect(try pictures.expected(5).map(luma) == 45)
    #expect(try pictures.expected(4) == nil)
  }

  private func luma(_ image: Image) -> UInt8 { image.row(0, 0)[0] }
}
