import Raster

extension AreaDifference {
  /// What was measured, as names and values.
  package var measures: [(name: String, value: String)] {
    var measures = [
      ("PSNR", "\(MetricText.decimal(difference.error.psnr, places: 2)) dB"),
      ("SSIM", MetricText.decimal(difference.ssim, places: 5)),
    ]
    if let greatest = difference.greatest {
      measures.append(("greatest difference", "\(greatest.amount) at \(greatest.text)"))
    }
    if let bounds = difference.bounds {
      measures.append(
        ("pixels", "\(Counted.text(difference.differingPixels, "pixel")) in \(bounds)"))
    }
    return measures
  }
}
