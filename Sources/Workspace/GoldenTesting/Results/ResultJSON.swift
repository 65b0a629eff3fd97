import AudioMixing
import Diagnostics
import BaseValues
import PlanModel
import Raster
import TimelineModel

/// Results as newline-delimited JSON: an object a project, and a summary at the end.
package enum ResultJSON {
  /// One project, without a line end.
  package static func line(_ result: ProjectResult) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("event", "project")
      json.member("path", result.path)
      json.member("verdict", result.verdict.rawValue)
      if let problem = result.problem { json.member("problem", problem.message) }
      if let output = result.output {
        json.member("width", output.size.width)
        json.member("height", output.size.height)
        json.member("frameRate", output.rate.rational.description)
        json.member("frameCount", output.frameCount)
      }
      expectations(result.expectations, &json)
      if let plan = result.plan { self.plan(plan, &json) }
      if let shape = result.shape { json.member("sameSizeAndLength", shape.passes) }
      if let pictures = result.pictures { self.pictures(pictures, &json) }
      if let sound = result.sound { self.sound(sound, &json) }
      json.key("updates")
      json.array { json in
        for update in result.updates {
          json.object { json in
            json.member("path", update.path)
            json.member("change", update.text)
          }
        }
      }
    }
    return json.text
  }

  /// The line after all projects, without a line end.
  package static func summary(_ results: [ProjectResult]) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("event", "summary")
      json.member("projects", results.count)
      for verdict in [Verdict.passed, .failed, .unavailable] {
        json.member(verdict.rawValue, results.count { $0.verdict == verdict })
      }
    }
    return json.text
  }

  private static func expectations(_ results: [ExpectationResult], _ json: inout JSONWriter) {
    json.key("expectations")
    json.array { json in
      for result in results {
        json.object { json in
          json.member("name", result.name)
          json.member("passed", result.failure == nil)
          if let failure = result.failure { json.member("failure", failure) }
          if let frame = result.frame { json.member("frame", frame) }
        }
      }
    }
  }

  private static func plan(_ plan: PlanResult, _ json: inout JSONWriter) {
    json.key("plan")
    json.object { json in
      json.member("differingLines", plan.differingCount)
      json.key("lines")
      json.array { json in
        for line in plan.lines {
          json.object { json in
            json.member("line", line.number)
            json.member("expected", line.expected)
            json.member("actual", line.actual)
          }
        }
      }
    }
  }

  // MARK: - Pictures

  private static func pictures(_ pictures: FrameResult, _ json: inout JSONWriter) {
    json.key("frames")
    json.object { json in
      json.member("tested", pictures.tested.count)
      json.key("differences")
      json.array { json in
        for difference in pictures.differences { self.difference(difference, &json) }
      }
    }
  }

  private static func difference(_ difference: FrameDifference, _ json: inout JSONWriter) {
    json.object { json in
      json.member("frame", difference.frame)
      json.member("passed", difference.passes)
      json.member("finding", difference.finding.word)
      json.member("expected", difference.expected.description)
      json.member("actual", difference.actual?.description)
      json.member("picture", difference.expectedPicture)
      json.key("shows")
      json.array { json in for label in difference.shows { json.string(label) } }
      json.key("areas")
      json.array { json in for area in difference.areas { self.area(area, &json) } }
    }
  }

  private static func area(_ area: AreaDifference, _ json: inout JSONWriter) {
    let difference = area.difference
    json.object { json in
      json.key("rect")
      rect(difference.area, &json)
      json.member("region", area.region != nil)
      json.member("psnr", number: difference.error.psnr)
      json.key("psnrOfPlanes")
      json.array { json in for error in difference.errors { json.number(error.psnr) } }
      json.member("squaredError", difference.error.sum)
      json.member("samples", difference.error.sampleCount)
      json.member("ssim", number: difference.ssim)
      if let greatest = difference.greatest {
        json.key("greatest")
        json.object { json in
          json.member("amount", greatest.amount)
          json.member("plane", greatest.plane)
          json.member("x", greatest.x)
          json.member("y", greatest.y)
        }
      }
      json.member("differingPixels", difference.differingPixels)
      if let bounds = difference.bounds {
        json.key("bounds")
        rect(bounds, &json)
      }
      json.key("exceeded")
      json.array { json in for text in area.exceeded { json.string(text) } }
    }
  }

  private static func rect(_ rect: Rect, _ json: inout JSONWriter) {
    json.array { json in
      for number in [rect.x, rect.y, rect.width, rect.height] { json.integer(number) }
    }
  }

  // MARK: - Sound

  private static func sound(_ sound: AudioResult, _ json: inout JSONWriter) {
    json.key("sound")
    json.object { json in
      json.member("tested", sound.testedCount)
      json.key("differences")
      json.array { json in
        for difference in sound.differences {
          json.object { json in
            json.member("sample", difference.sample)
            json.member("passed", difference.passes)
            json.member("expected", difference.expected.description)
            json.member("actual", difference.actual?.description)
            level("expectedLevel", difference.expectedLevel, &json)
            level("actualLevel", difference.actualLevel, &json)
            if let failure = difference.failure { json.member("failure", failure) }
          }
        }
      }
      if let loudness = sound.loudness {
        json.key("loudness")
        json.object { json in
          number("expected", loudness.expected, &json)
          number("actual", loudness.actual, &json)
          json.member("passed", loudness.passes)
        }
      }
    }
  }

  private static func level(_ name: String, _ level: AudioLevel?, _ json: inout JSONWriter) {
    guard let level else { return }
    json.key(name)
    json.object { json in
      number("rms", level.rms, &json)
      number("peak", level.peak, &json)
    }
  }

  private static func number(_ name: String, _ number: Hundredths?, _ json: inout JSONWriter) {
    json.key(name)
    if let number { json.raw(number.description) } else { json.null() }
  }
}

extension FrameDifference.Finding {
  fileprivate var word: String {
    switch self {
    case .tolerated: "tolerated"
    case .exceeded: "exceeded"
    case .compared: "compared"
    case .noTolerance: "no-tolerance"
    case .noPicture: "no-picture"
    case .badPicture: "bad-picture"
    case .noFrame: "no-frame"
    }
  }
}
