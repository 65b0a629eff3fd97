import PlanModel
import Raster
import TimelineModel

extension FrameRun {
  /// Whether all its frames are within their tolerance.
  package var passes: Bool { differences.allSatisfy(\.passes) }

  /// `frames 48..71 of 450 differ (24)`, or `frames 445..449 are missing (5)`
  package func heading(of frameCount: Int) -> String {
    let areMissing = differences.first?.finding == .noFrame
    return differences.count == 1
      ? "frame \(firstFrame) \(areMissing ? "is missing" : "of \(frameCount) differs")"
      : "frames \(firstFrame)..\(lastFrame) "
        + (areMissing ? "are missing" : "of \(frameCount) differ") + " (\(differences.count))"
  }

  /// `frames 48..71 of 450 differ (24): …`
  func text(of frameCount: Int) -> String {
    guard let first = differences.first else { return "" }
    var parts = [first.reason]
    if let worst { parts.append(worst.text(namesFrame: differences.count > 1)) }
    if !first.shows.isEmpty {
      parts.append("shows " + first.shows.map { "'\(shortened($0))'" }.joined(separator: ", "))
    }
    return "\(heading(of: frameCount)): \(parts.filter { !$0.isEmpty }.joined(separator: "; "))"
  }

  /// The frame to look at: the one that was measured to be the worst, else the first.
  package var example: FrameDifference? {
    worst.flatMap { worst in differences.first { $0.frame == worst.frame } } ?? differences.first
  }

  /// Of all measured parts that fail, or of all where none does, the one with the greatest error.
  private var worst: MeasuredArea? {
    var worst: MeasuredArea?
    for difference in differences {
      for area in difference.areas {
        let measured = MeasuredArea(frame: difference.frame, area: area)
        if worst.map({ measured.isWorse(than: $0) }) ?? true { worst = measured }
      }
    }
    return worst
  }
}

extension FrameDifference {
  /// Why it fails, or why it does not; empty where the measures say it.
  fileprivate var reason: String {
    switch finding {
    case .tolerated: "within the tolerance"
    case .exceeded, .compared: ""
    case .noTolerance: "another hash, and no tolerance is given"
    case .noPicture: "another hash, and no picture was kept to measure with"
    case .badPicture(let reason): "\(expectedPicture ?? "the kept picture") is of no use: \(reason)"
    case .noFrame: "the movie is shorter"
    }
  }
}

/// A part of a frame that was measured.
private struct MeasuredArea {
  var frame: Int
  var area: AreaDifference

  func isWorse(than other: MeasuredArea) -> Bool {
    if area.exceeded.isEmpty != other.area.exceeded.isEmpty { return !area.exceeded.isEmpty }
    return area.difference.error.psnr < other.area.difference.error.psnr
  }

  /// `frame 50: PSNR 31.20 dB, at least 40; 812 pixels in 40x20+10+8`
  func text(namesFrame: Bool) -> String {
    let difference = area.difference
    var parts: [String] = []
    if let region = area.region { parts.append("region \(region.rect)") }
    parts += area.exceeded
    if area.exceeded.isEmpty || area.tolerance == nil {
      parts.append("PSNR \(MetricText.decimal(difference.error.psnr, places: 2)) dB")
      parts.append("SSIM \(MetricText.decimal(difference.ssim, places: 5))")
    }
    if let greatest = difference.greatest {
      parts.append("greatest difference \(greatest.amount) at \(greatest.text)")
    }
    if let bounds = difference.bounds {
      parts.append("\(Counted.text(difference.differingPixels, "pixel")) in \(bounds)")
    } else {
      parts.append("nothing that the kept picture shows")
    }
    return (namesFrame ? "frame \(frame): " : "") + parts.joined(separator: ", ")
  }
}

extension ImageDifference.Greatest {
  /// The luma pixel at the sample's top left, and which sample it is.
  var text: String {
    let isChroma = PixelFormat.yuva420p8.isChroma(plane: plane)
    let names = [
      Plane.luma: "Y", Plane.cb: "Cb", Plane.cr: "Cr", Plane.alpha: "alpha",
      Plane.chromaAlpha: "alpha",
    ]
    let name = names[plane] ?? "plane \(plane)"
    return "\(isChroma ? x * 2 : x),\(isChroma ? y * 2 : y) (\(name))"
  }
}
