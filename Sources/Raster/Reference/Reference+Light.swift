extension Reference {
  /// Twin of `LightTransform.apply` for one pixel, in integers.
  package static func apply(_ transform: LightTransform, _ pixel: [UInt16]) -> [UInt16] {
    func place(_ light: Int) -> Int { LightTransform.place(Int32(light)) }
    var light = pixel.map { Int(transform.light[(Int($0) - Int($0) / 4096 + 8) / 16]) }
    if !transform.display.isEmpty {
      let luminance = (17_216 * light[0] + 44_434 * light[1] + 3886 * light[2]) >> 16
      let factor = Int(transform.display[place(luminance)])
      light = light.map { Int(transform.tone[place(($0 * factor + 32768) >> 16)]) }
    }
    return (0..<3).map { row in
      let sum = (0..<3).reduce(0) { $0 + Int(transform.matrix[3 * row + $1]) * light[$1] }
      let converted = (sum + (1 << 17)) >> 18
      return transform.codes[place(min(max(converted, 0), LightTransform.white))]
    }
  }
}
