import Foundation
import Glibc

/// What each feature costs a 1080p frame, beside FFmpeg's filter for the same in the same run.
enum FeatureBenchmarks {
  private static let frames = 60

  /// Prints a table: CPU milliseconds of a frame, without what decoding and reading back cost.
  ///
  /// - Parameters:
  ///   - program: the `cutlist` that is measured.
  ///   - folder: has `clip1.mp4` and `clip2.mp4`, 1920 × 1080 at 30 frames a second.
  ///   - runs: of each; the least counts.
  /// - Returns: the exit status to end with.
  static func run(program: String, folder: String, runs: Int) -> Int32 {
    let work = FileManager.default.temporaryDirectory
      .appending(path: "cutlist-features-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: work) }
    let bench = FeatureRun(program: program, folder: folder, work: work, frames: frames)
    do {
      try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
      try Data(FeatureRun.look.utf8).write(to: work.appending(path: "look.cube"))
      print("features: CPU ms of a 1080p frame beyond decoding, least of \(runs) runs")
      row("", "cutlist", "ffmpeg", "ratio")
      var floors: [FeatureRun.Cost] = []
      for baseline in Feature.baselines {
        let cost = try bench.cost(of: baseline, runs: runs)
        floors.append(cost)
        row("\(baseline.name) (taken off)", text(cost.own), text(cost.other), "")
      }
      for feature in Feature.all {
        let cost = try bench.cost(of: feature, runs: runs)
        let isPair = feature.hasTwoInputs || feature.tracks != nil
        let floor = floors[isPair ? 1 : 0]
        let own = cost.own.map { $0 - (floor.own ?? 0) }
        let other = cost.other.map { $0 - (floor.other ?? 0) }
        var ratio = ""
        if let own, let other, other > 0 { ratio = decimal(max(0, own / other), 2) }
        row(feature.name, text(own), text(other), ratio)
      }
      return 0
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func text(_ milliseconds: Double?) -> String {
    milliseconds.map { ($0 < 0 ? "-" : "") + decimal(abs($0), 2) } ?? "–"
  }
}

/// Runs one feature with both programs.
struct FeatureRun {
  /// CPU milliseconds of a frame; `nil` where there is nothing to run.
  struct Cost {
    var own: Double?
    var other: Double?
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let program: String
  let folder: String
  let work: URL
  let frames: Int

  /// A LUT that is not the identity.
  static let look: String = {
    var text = "LUT_3D_SIZE 33\n"
    for blue in 0..<33 {
      for green in 0..<33 {
        for red in 0..<33 {
          let values = [red, green, blue].map { Double($0) / 32 }
          text += values.map { decimal($0 * $0, 6) }.joined(separator: " ") + "\n"
        }
      }
    }
    return text
  }()

  func cost(of feature: Feature, runs: Int) throws -> Cost {
    let look = work.appending(path: "look.cube").path
    let project = work.appending(path: "feature.json")
    let tracks =
      feature.tracks ?? #"{ "video": [{ "clip": "a", "duration": "2s"\#(feature.clip) }] }"#
    let text = """
      { "cutlist": 1, "output": { "size": "1920x1080", "frameRate": 30, "audio": false },
        "media": { "a": "clip1.mp4", "b": "clip2.mp4"\(feature.media) }, "tracks": [\(tracks)] }
      """
    try Data(text.replacing("LOOK", with: look).utf8).write(to: project)
    let own = [
      program, "frames", project.path, "--media", folder, "--silence", "unused-media",
    ]
    var other: [String]?
    if let filter = feature.filter?.replacing("LOOK", with: look) {
      let input = { (name: String) in ["-threads", "1", "-t", "2", "-i", "\(folder)/\(name)"] }
      let inputs = input("clip1.mp4") + (feature.hasTwoInputs ? input("clip2.mp4") : [])
      let chain = ["-filter_complex_threads", "1", "-lavfi", filter]
      other =
        ["ffmpeg", "-nostdin", "-v", "error", "-filter_threads", "1"] + inputs + chain
        + ["-an", "-t", "2", "-f", "null", "-"]
    }
    var cost = Cost()
    for _ in 0..<runs {
      cost.own = min(cost.own ?? .infinity, try milliseconds(own))
      if let other { cost.other = min(cost.other ?? .infinity, try milliseconds(other)) }
    }
    return cost
  }

  private func milliseconds(_ command: [String]) throws -> Double {
    let measured = MeasuredCommand.measure(command, isSilent: true)
    guard let measured, measured.status == 0 else {
      throw Failure(description: "failed: \(command.joined(separator: " "))")
    }
    return measured.processor * 1000 / Double(frames)
  }
}
