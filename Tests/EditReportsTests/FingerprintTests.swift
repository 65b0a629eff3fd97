import Foundation
import PlanModel
import Testing
import Workspace

@testable import EditReports

@Suite("Fingerprints")
struct FingerprintTests {
  /// The gallery's projects of the smallest plans, as keys take their time in debug builds.
  @Test(
    "frames have the same number exactly where they have the same key",
    arguments: [
      "fifteen-seconds/fifteen-seconds", "push/push", "shapes/shapes", "title-layers/title-layers",
      "keyframes/keyframes", "dissolve/dissolve",
    ])
  func pictures(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Projects")
    let path = folder.appending(path: name + ".json").path
    try #require(FileManager.default.fileExists(atPath: path))
    let plan = try #require(ProjectLoader().load(try ProjectLoader().read(path)).plan)
    let numbers = PictureFingerprints(plan)
    #expect(numbers.frameCount == plan.output.frameCount)
    var numberOfKey: [String: UInt64] = [:]
    var keyOfNumber: [UInt64: String] = [:]
    for frame in stride(from: 0, to: plan.output.frameCount, by: 3) {
      let key = plan.key(ofFrames: frame..<frame + 1)
      #expect(numberOfKey[key, default: numbers[frame]] == numbers[frame], "frame \(frame)")
      #expect(keyOfNumber[numbers[frame], default: key] == key, "frame \(frame)")
      (numberOfKey[key], keyOfNumber[numbers[frame]]) = (numbers[frame], key)
      let ranges = numbers.frames(showing: numbers[frame])
      #expect(ranges.contains { $0.contains(frame) })
    }
    let content = VersionContent(plan)
    let again = try #require(VersionContent(content.numbers))
    #expect(again.pictures == numbers && again.sound == content.sound)
    #expect(again.seconds == content.seconds)
    #expect(VersionContent(content.numbers.dropLast()) == nil)
  }
}

extension VersionContent {
  fileprivate init?(_ numbers: ArraySlice<UInt64>) { self.init(Array(numbers)) }
}
