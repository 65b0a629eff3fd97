import Diagnostics
import BaseValues

/// What is expected can be there: at times that the movie has, and within its pictures.
enum ExpectationRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard let expectations = context.timeline.expectations else { return }
    for region in expectations.regions { check(region, &context) }
    guard context.isComplete else { return }
    var times = (expectations.cuts?.value ?? []) + expectations.texts.map(\.time)
    if let golden = expectations.golden {
      times += golden.pictures ?? []
      if case .at(let frames) = golden.frames { times += frames }
    }
    let end = context.timeline.duration
    let frameCount = context.grid.nearestFrame(to: end).value
    for time in times where context.grid.frameContaining(time.value).value >= frameCount {
      context.report(
        RuleMessages.expectationAfterEnd(
          context.text(time.value), end: context.text(end), range: time.range))
    }
  }

  private static func check(_ region: ExpectedRegion, _ context: inout RuleContext) {
    let size = context.timeline.output.size
    guard region.x + region.width > size.width || region.y + region.height > size.height else {
      return
    }
    context.report(
      RuleMessages.regionOutside(
        "\(region.x + region.width)", "\(region.y + region.height)",
        size: "\(size.width)x\(size.height)", range: region.range))
  }
}
