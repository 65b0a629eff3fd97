import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  /// What is expected, with exact times; those that do not exist at the output's rate are reported
  /// and left out.
  mutating func resolve(_ written: ExpectDocument) -> Expectations {
    var result = Expectations(
      frameCount: written.frames, frameTolerance: written.frameTolerance,
      audioTolerance: written.audioTolerance, regions: written.regions, range: written.range)
    result.duration = written.duration.flatMap { located($0) }
    result.cuts = written.cuts.map { Located(value: located($0.value), range: $0.range) }
    for text in written.texts {
      guard let time = located(text.at) else { continue }
      result.texts.append(ExpectedText(time: time, text: text.text))
    }
    result.golden = written.golden.map { golden in
      GoldenChoice(
        frames: frames(golden.frames), pictures: golden.pictures.map { located($0) },
        sound: golden.sound)
    }
    return result
  }

  private mutating func frames(_ written: GoldenDocument.Frames) -> GoldenChoice.Frames {
    switch written {
    case .default: .default
    case .all: .all
    case .at(let times): .at(located(times))
    }
  }

  private mutating func located(_ times: [Located<TimeExpression>]) -> [Located<Rational>] {
    var result: [Located<Rational>] = []
    for time in times {
      if let time = located(time) { result.append(time) }
    }
    return result
  }

  private mutating func located(_ time: Located<TimeExpression>) -> Located<Rational>? {
    seconds(time).map { Located(value: $0, range: time.range) }
  }
}
