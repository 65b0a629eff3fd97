import Diagnostics
import Foundation
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// The plan of `Projects/fifteen-seconds`, with facts made up for its media.
private func fifteenSeconds() throws -> RenderPlan {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let url = root.appending(path: "Projects/fifteen-seconds/fifteen-seconds.json")
  let file = SourceFile(
    path: "fifteen-seconds.json", bytes: [UInt8](try Data(contentsOf: url)))
  let (read, reading) = ProjectCompiler.document(from: file)
  let items = try #require(read).mediaItems
  var catalog = MediaCatalog(count: items.count)
  for (index, item) in items.enumerated() {
    let side = item.name == "logo" ? 180 : 1280
    let isAudio = item.name == "voice" || item.name == "music"
    let endless = VideoFacts(
      codedSize: Size(width: side, height: item.name == "logo" ? 180 : 720),
      frames: .regular(start: .zero, rate: FrameRate(30)!, count: nil))
    catalog[MediaID(index)] = MediaFacts(
      video: isAudio ? nil : endless,
      audio: isAudio ? AudioFacts(sampleRate: 48_000, channels: 1, range: nil) : nil,
      contentHash: item.name)
  }
  let (resolved, resolving) = ProjectCompiler.timeline(from: try #require(read), catalog: catalog)
  let timeline = try #require(resolved)
  let findings = reading + resolving + TimelineRules.check(timeline, catalog: catalog)
  #expect(!findings.containsErrors, "\(findings)")
  return try RenderPlanner.plan(timeline, catalog: catalog)
}

/// The picture whose item has a label, on one frame.
private func picture(_ plan: RenderPlan, _ label: String, at frame: Int) -> PictureInput? {
  plan.layers(at: frame).compactMap(\.alone).first { $0.origin.label == label }
}

@Suite struct FifteenSecondsTests {
  @Test("the sample project has 450 frames and its transitions where the clips overlap")
  func transitions() throws {
    let plan = try fifteenSeconds()
    #expect(plan.output.frameCount == 450)
    #expect(plan.audio?.sampleCount == 720_000)
    var transitions: [Range<Int>] = []
    for segment in plan.segments {
      guard segment.layers.first?.name.isEmpty == false else { continue }
      if let last = transitions.last, last.upperBound == segment.frames.lowerBound {
        transitions[transitions.count - 1] = last.lowerBound..<segment.frames.upperBound
      } else {
        transitions.append(segment.frames)
      }
    }
    #expect(transitions == [140..<170, 280..<310])
  }

  @Test("its titles fade, spin and pop at the frames of their times")
  func titles() throws {
    let plan = try fifteenSeconds()
    for (frame, weight) in [(30, nil), (39, 16384), (48, 32768), (102, 32768), (120, nil)] {
      #expect(picture(plan, "presents", at: frame)?.opacity[0] == weight)
    }
    for (frame, weight) in [(165, nil), (177, 16384), (189, 32768), (261, 32768), (273, 16384)] {
      #expect(picture(plan, "name", at: frame)?.opacity[0] == weight)
    }
    // The spin's middle is a whole turn, its end two; the pop is over at 7.5 s.
    guard case .projective(let rest) = picture(plan, "name", at: 225)?.geometry[0],
      case .projective(let later) = picture(plan, "name", at: 250)?.geometry[0]
    else {
      Issue.record("the logo is not resampled")
      return
    }
    #expect(rest == later)
    #expect(rest.g == 0 && rest.h == 0 && rest.b == 0)
  }

  @Test("its music is ducked outside the voice and faded at both ends")
  func sound() throws {
    let spans = try #require(try fifteenSeconds().audio).spans
    #expect(spans.map(\.samples) == [0..<720_000, 96_000..<336_000])
    func gain(_ millisecond: Int64) -> Double {
      spans[0].envelopes.map { $0.gain(at: millisecond * 48) }.reduce(1, *)
    }
    for (millisecond, expected) in [
      (750, 0.5), (1500, 1), (1750, 0.2.squareRoot()), (2000, 0.2), (6999, 0.2),
      (7250, 0.2.squareRoot()), (7500, 1), (13500, 1), (14250, 0.5),
    ] as [(Int64, Double)] {
      #expect(abs(gain(millisecond) - expected) < 1e-6)
    }
  }
}
