import FileSystem
import Foundation
import MediaSources
import BaseValues
import Testing
import TimelineModel

@testable import MediaProbing

@Suite struct FilterLengthTests {
  private func facts(_ text: String) throws -> MediaFacts {
    var item = Media.item("")
    item.content = .filter(text)
    return try Media.prober(MediaLocator(projectFolder: "/")).probe(item).get().facts
  }

  @Test(
    "a source of pictures is as long as ffprobe counts",
    .enabled(if: Tool.isInstalled("ffprobe"), "ffprobe is not installed"),
    arguments: [
      "testsrc=duration=2:size=32x18:rate=30", "testsrc2=size=32x18:rate=25:duration=0.5",
      "color=red:32x18:25:1.99", "color=size=32x18:rate=30000/1001:d=1.001,hue=h=90",
      "smptebars=d=0.333:size=32x18:rate=24", "gradients=size=32x18:rate=25:duration=0.7",
      "rgbtestsrc=size=32x18:rate=24000/1001:duration=10.01",
      "testsrc2=size=32x18:rate=25,trim=end_frame=40", "testsrc2=size=32x18:rate=25,trim=end=1.5",
      "testsrc2=size=32x18:rate=30:duration=2,fps=25", "color=size=32x18:d=1,trim=start=0.2",
      "testsrc2=d=1:size=32x18[a];color=d=2:size=32x18[b];[a][b]concat",
      "testsrc2=d=1:size=32x18[a];color=d=2:size=32x18[b];[a][b]overlay",
    ])
  func pictures(text: String) throws {
    let counted = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-f", "lavfi", "-i", text, "-count_frames", "-show_entries",
        "stream=nb_read_frames", "-of", "default=nw=1:nk=1",
      ])
    guard case .regular(_, _, let count)? = try facts(text).video?.frames else {
      Issue.record("no frames")
      return
    }
    #expect(count == Int(counted.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test(
    "a source of sound ends where it says",
    arguments: [
      ("sine=duration=0.25", 11_025, 44_100), ("anoisesrc=d=0.5:r=8000", 4000, 8000),
      ("aevalsrc=0.1:s=8000:d=0.125", 1000, 8000), ("sine=r=8000,atrim=end=2", 16_000, 8000),
    ])
  func sound(text: String, samples: Int64, rate: Int64) throws {
    let end = try #require(Rational(samples, rate))
    #expect(try facts(text).audio?.range == TimeRange(start: .zero, end: end))
  }

  @Test(
    "a source that states no end has none, and nothing is run to find one",
    arguments: [
      "testsrc2=size=32x18", "mandelbrot=size=32x18", "color=d=1:size=32x18,loop=-1:2",
      "testsrc2=size=32x18,trim=start=1", "testsrc2=size=32x18,select=0,trim=end=1",
      "color=size=32x18:d=1,tpad=stop=-1",
      "testsrc2=size=32x18[a];color=d=2:size=32x18[b];[a][b]overlay",
    ])
  func endless(text: String) throws {
    guard case .regular(_, _, let count)? = try facts(text).video?.frames else {
      Issue.record("no frames")
      return
    }
    #expect(count == nil)
    #expect(try facts("sine=frequency=440").audio?.range == nil)
  }

  @Test("a source that gives nothing is refused")
  func nothing() throws {
    var item = Media.item("")
    item.content = .filter("color=d=0:size=32x18")
    guard case .failure = try Media.prober(MediaLocator(projectFolder: "/")).probe(item) else {
      Issue.record("made")
      return
    }
  }
}
