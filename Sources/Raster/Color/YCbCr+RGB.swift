extension YCbCr {
  /// Gamma-coded R′G′B′, each 0…255: the inverse of ITU-R BT.709-6, items 3.2 to 3.4, rounded to
  /// nearest, ties up; what lies outside is cut off.
  public var rgb: (red: Int, green: Int, blue: Int) {
    // Over 219 · 224 · 10000 · 7152, so that everything is whole.
    let luma = 255 * 224 * 10_000 * 7152 * (Int(y) - 16)
    let (blueDifference, redDifference) = (255 * 219 * (Int(cb) - 128), 255 * 219 * (Int(cr) - 128))
    let unit = 219 * 224 * 10_000 * 7152
    func component(_ value: Int) -> Int {
      min(max(0, 2 * value + unit) / (2 * unit), 255)
    }
    return (
      red: component(luma + 7152 * 15_748 * redDifference),
      green: component(luma - 2126 * 15_748 * redDifference - 722 * 18_556 * blueDifference),
      blue: component(luma + 7152 * 18_556 * blueDifference)
    )
  }
}
