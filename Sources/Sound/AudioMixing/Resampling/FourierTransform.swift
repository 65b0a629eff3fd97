/// The discrete Fourier transform of a power of two of complex numbers, by Cooley and Tukey's
/// algorithm.
///
/// Computed with additions and multiplications in a fixed order only, so that every machine gives
/// the same bits.
struct FourierTransform: Sendable {
  /// A power of two, 2 or more.
  let count: Int
  /// cos and −sin of 2πk/count, k from 0 to below half the count.
  private let cosines: [Double]
  private let sines: [Double]
  private let reversed: [Int]

  /// - Parameter count: a power of two, 2 or more.
  init(count: Int) {
    precondition(count >= 2 && count & (count - 1) == 0, "a transform of \(count)")
    self.count = count
    let quarters = (0..<count / 2).map { Double(4 * $0) / Double(count) }
    cosines = quarters.map { $0 <= 1 ? QuarterSine.value(1 - $0) : -QuarterSine.value($0 - 1) }
    sines = quarters.map { $0 <= 1 ? -QuarterSine.value($0) : -QuarterSine.value(2 - $0) }
    var reversed = [0]
    var step = count / 2
    while step > 0 {
      reversed += reversed.map { $0 + step }
      step /= 2
    }
    self.reversed = reversed
  }

  /// Replaces `count` numbers by their transform, which is not scaled.
  ///
  /// The inverse is the same with real and imaginary parts exchanged.
  ///
  /// - Precondition: both parts have `count` values.
  /// - Complexity: O(n log n).
  func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count, "parts of another length")
    for index in 0..<count where index < reversed[index] {
      real.swapAt(index, reversed[index])
      imaginary.swapAt(index, reversed[index])
    }
    unsafe real.withUnsafeMutableBufferPointer { real in
      unsafe imaginary.withUnsafeMutableBufferPointer { imaginary in
        unsafe cosines.withUnsafeBufferPointer { cosines in
          unsafe sines.withUnsafeBufferPointer { sines in
            // Safe: all four have as many values as `combine` goes through.
            guard let re = real.baseAddress, let im = imaginary.baseAddress,
              let c = cosines.baseAddress, let s = sines.baseAddress
            else { return }
            var half = 1
            while half < count {
              unsafe combine(re, im, c, s, half)
              half *= 2
            }
          }
        }
      }
    }
  }

  /// Makes transforms of twice `half` out of those of `half`.
  @inline(__always)
  private func combine(
    _ re: UnsafeMutablePointer<Double>, _ im: UnsafeMutablePointer<Double>,
    _ cosines: UnsafePointer<Double>, _ sines: UnsafePointer<Double>, _ half: Int
  ) {
    let stride = count / (2 &* half)
    var start = 0
    while start < count {
      var index = start
      var turn = 0
      while index < start &+ half {
        let other = index &+ half
        let (c, s) = unsafe (cosines[turn], sines[turn])
        let (x, y) = unsafe (re[other], im[other])
        let (a, b) = unsafe (re[index], im[index])
        let (u, v) = (x * c - y * s, x * s + y * c)
        unsafe re[other] = a - u
        unsafe im[other] = b - v
        unsafe re[index] = a + u
        unsafe im[index] = b + v
        index &+= 1
        turn &+= stride
      }
      start &+= 2 &* half
    }
  }
}

extension FourierTransform {
  /// Hann's window, sin²(πn / count).
  var hann: [Double] {
    (0..<count).map { index in
      let x = Double(2 * index) / Double(count)
      let sine = QuarterSine.value(x <= 1 ? x : 2 - x)
      return sine * sine
    }
  }
}
