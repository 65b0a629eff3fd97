import BaseValues
import PlanModel
import Raster
import Rendering
import TimelineModel

/// Compares the frames of a movie with those that were kept.
struct FrameComparison {
  let subject: TestSubject
  let pictures: TestImages

  init(_ subject: TestSubject) {
    self.subject = subject
    pictures = subject.pictures()
  }

  /// Only the frames of the record are composed, in rising order.
  func compare(_ frames: [GoldenFrame]) throws(RenderError) -> FrameResult {
    var result = FrameResult(tested: frames.map(\.number), differences: [])
    for golden in frames {
      if let difference = try compare(golden) { result.differences.append(difference) }
    }
    return result
  }

  private func compare(_ golden: GoldenFrame) throws(RenderError) -> FrameDifference? {
    let number = golden.number
    var difference = FrameDifference(
      frame: number, expected: golden.hash, actual: nil, expectedPicture: nil, finding: .noFrame)
    guard number < subject.plan.output.frameCount else { return difference }
    let actual = try pictures.actual(number)
    let hash = ImageHash(actual)
    guard hash != golden.hash else { return nil }
    difference.actual = hash
    difference.shows = subject.plan.labels(at: number)
    try measure(actual, &difference)
    return difference
  }

  private func measure(
    _ actual: Image, _ difference: inout FrameDifference
  ) throws(RenderError) {
    let path = subject.names.picture(difference.frame)
    let tolerance = subject.expectations?.frameTolerance
    let toleratedRegions = (subject.expectations?.regions ?? []).filter { $0.tolerance != nil }
    let isTolerant = tolerance != nil || !toleratedRegions.isEmpty
    guard try subject.storage.read(path) != nil else {
      difference.finding = isTolerant ? .noPicture : .noTolerance
      return
    }
    difference.expectedPicture = path
    let expected: Image
    do throws(RenderError) {
      expected = try subject.storage.picture(at: path)
    } catch {
      difference.finding = .badPicture(error.message)
      return
    }
    // Pictures are kept with 8 bits, whatever the movie has.
    let kept = try subject.storage.asKept(actual)
    guard expected.size == kept.size else {
      difference.finding = .badPicture("it is \(expected.size), the movie \(actual.size)")
      return
    }
    guard expected.format == kept.format else {
      difference.finding = .badPicture(
        expected.format.hasAlpha
          ? "it is transparent, and the movie is not" : "it is opaque, and the movie is transparent"
      )
      return
    }
    let rects = toleratedRegions.map(\.rect)
    difference.areas.append(
      AreaDifference(
        region: nil, tolerance: tolerance,
        ImageDifference(expected.painted(over: rects), kept.painted(over: rects))))
    for region in toleratedRegions {
      difference.areas.append(
        AreaDifference(
          region: region, tolerance: region.tolerance,
          ImageDifference(expected, kept, in: region.rect)))
    }
    if !isTolerant {
      // The finding says it; the measures are for information.
      for index in difference.areas.indices { difference.areas[index].exceeded = [] }
    }
    difference.finding =
      !isTolerant
      ? .noTolerance
      : difference.areas.allSatisfy(\.exceeded.isEmpty) ? .tolerated : .exceeded
  }
}

extension ExpectedRegion {
  /// `nil` for an ignored region.
  fileprivate var tolerance: FrameTolerance? {
    if case .compared(let tolerance) = treatment { tolerance } else { nil }
  }
}

extension AreaDifference {
  fileprivate init(
    region: ExpectedRegion?, tolerance: FrameTolerance?, _ difference: ImageDifference
  ) {
    self.region = region
    self.tolerance = tolerance
    self.difference = difference
    guard let tolerance else {
      exceeded = difference.isEmpty ? [] : ["no tolerance is given"]
      return
    }
    exceeded = []
    let psnr = difference.error.psnr
    if let least = tolerance.psnr, psnr < least.approximation {
      exceeded.append("PSNR \(Self.text(psnr, places: 2)) dB, at least \(Self.text(least))")
    }
    if let least = tolerance.ssim, difference.ssim < least.approximation {
      exceeded.append(
        "SSIM \(Self.text(difference.ssim, places: 5)), at least \(Self.text(least))")
    }
    let greatest = difference.greatest?.amount ?? 0
    if let most = tolerance.maximumDifference, greatest > most {
      exceeded.append("a sample differs by \(greatest), at most \(most)")
    }
  }

  private static func text(_ limit: Rational) -> String { limit.decimalApproximation(places: 6) }

  private static func text(_ number: Double, places: Int) -> String {
    MetricText.decimal(number, places: places)
  }
}

extension Rational {
  /// The nearest floating-point number: for measures only, never for times.
  var approximation: Double { Double(numerator) / Double(denominator) }
}
