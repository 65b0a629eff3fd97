extension LogRing {
  /// The size of a picture that was refused for having too many pixels; `nil` where none was.
  ///
  /// libav tells it in words only: `Picture size 30000x30000 exceeds specified max pixel count …`.
  package var refusedPictureSize: (width: Int, height: Int)? {
    let beginning = "Picture size "
    for line in lines where line.text.hasPrefix(beginning) {
      let word = line.text.dropFirst(beginning.count).prefix { $0 != " " }
      let numbers = word.split(separator: "x").compactMap { Int($0) }
      if numbers.count == 2, numbers[0] > 0, numbers[1] > 0 { return (numbers[0], numbers[1]) }
    }
    return nil
  }
}
