import BaseValues

/// From which samples of a plane those of a row or column of the result are mixed, and how.
///
/// The taps of samples outside the plane are added to those of its first and last sample, so that
/// whoever uses an axis need not look for edges.
public struct ResamplingAxis: Sendable {
  /// Taps are stored for groups of this many.
  static let group = 8

  /// The samples of the result.
  let range: Range<Int>
  /// All samples of the plane.
  let count: Int
  /// The samples of the plane that are mixed into any of them.
  let source: Range<Int>
  /// The first sample of the plane for each of `range`, from the beginning of `source`.
  let firsts: [Int32]
  /// `stride` taps for each of `range`, in 1/16384; those beyond the window's are 0.
  let taps: [Int16]
  /// Taps of a sample, a multiple of `group`.
  let stride: Int
  /// Whether the samples of the result are those of `source`, in their order.
  let isCopy: Bool
  /// Those of `range`, counted from its beginning, that have one window, which moves on by as many samples as are
  /// said here from one to the next; without a step there are none.
  let alike: (places: Range<Int>, step: Int)

  /// Where samples of the result lie in the plane: sample k at `(step · k + origin) / unit` from the
  /// centre of the plane's first one.
  struct Line: Hashable, Sendable {
    var step: Int64
    var origin: Int64
    /// Greater than 0. With the other two it is within ±2^51 for all samples of the result.
    var unit: Int64

    /// Of sample `k`, in the kernel's units, rounded to nearest.
    func position(of k: Int) -> Int64 {
      let bits = LanczosKernel.positionBits
      let numerator = (step &* Int64(k) &+ origin) &<< bits
      return floorDivide(numerator &+ unit / 2, by: unit)
    }
  }

  /// - Parameters:
  ///   - range: samples of the result, none of them far outside the plane.
  ///   - count: samples of the plane, at least one.
  init(_ line: Line, range: Range<Int>, count: Int) {
    precondition(count > 0 && line.unit > 0, "axis of \(count) samples")
    // A plane that is thinner than a sample is seen as a whole by any wider window, too.
    let widest = line.unit.multipliedReportingOverflow(by: Int64(count))
    let step = Int64(line.step.magnitude)
    let kernel = LanczosKernel(
      step: widest.overflow ? step : min(step, widest.partialValue), over: line.unit)
    let used = min(kernel.count, count)
    let stride = (used + Self.group - 1) / Self.group * Self.group
    var firsts = [Int32](repeating: 0, count: range.count)
    var taps = [Int16](repeating: 0, count: range.count * stride)
    var window = [Int32](repeating: 0, count: kernel.count)
    var (low, high) = (count, 0)
    // From sample to sample of the result a window moves on by whole samples of the plane, or changes.
    let advance = line.step % line.unit == 0 ? Int(line.step / line.unit) : 0
    var alike = 0..<0
    for k in range {
      if let place = alike.first, case let steps = k - range.lowerBound - place,
        case let start = Int(firsts[place]) + advance * steps, (0...count - used).contains(start)
      {
        let base = (k - range.lowerBound) * stride
        for j in 0..<stride { taps[base + j] = taps[place * stride + j] }
        firsts[k - range.lowerBound] = Int32(truncatingIfNeeded: start)
        low = min(low, start)
        high = max(high, start + used)
        alike = place..<place + steps + 1
        continue
      }
      var span = window.mutableSpan
      let first = kernel.write(at: line.position(of: k), into: &span)
      let start = min(max(first, 0), count - used)
      let base = (k - range.lowerBound) * stride
      for j in window.indices where window[j] != 0 {
        let index = min(max(first + j, 0), count - 1) - start
        // A tap of several samples is at most their sum, which is below 1.2.
        taps[base + index] &+= Int16(truncatingIfNeeded: window[j])
      }
      firsts[k - range.lowerBound] = Int32(truncatingIfNeeded: start)
      low = min(low, start)
      high = max(high, start + used)
      if advance != 0, alike.isEmpty, start == first, used == kernel.count {
        alike = k - range.lowerBound..<k - range.lowerBound + 1
      }
    }
    if range.isEmpty { low = high }
    for k in firsts.indices { firsts[k] -= Int32(low) }
    if let copied = Self.copied(firsts, taps, stride) {
      self.source = low + copied..<low + copied + range.count
      for k in firsts.indices { firsts[k] = Int32(truncatingIfNeeded: k) }
      for k in taps.indices { taps[k] = k % stride == 0 ? Int16(LanczosKernel.one) : 0 }
      isCopy = true
    } else {
      self.source = low..<high
      isCopy = false
    }
    self.range = range
    self.count = count
    self.alike = (advance == 1 || advance == 2) && !isCopy ? (alike, advance) : (0..<0, 1)
    self.firsts = firsts
    self.taps = taps
    self.stride = stride
  }

  /// Which sample the first one of the result is, where each is one of the plane and follows the one
  /// before.
  private static func copied(_ firsts: [Int32], _ taps: [Int16], _ stride: Int) -> Int? {
    var start: Int?
    for k in firsts.indices {
      let window = taps[k * stride..<(k + 1) * stride]
      guard let place = window.firstIndex(where: { $0 != 0 }),
        window[place] == Int16(LanczosKernel.one),
        window[(place + 1)...].allSatisfy({ $0 == 0 })
      else { return nil }
      let source = Int(firsts[k]) + place - k * stride - k
      guard start == nil || start == source else { return nil }
      start = source
    }
    return start
  }

  /// The first sample of the plane for sample `k` of the result and its taps, without zeros at both
  /// ends; at least one.
  func window(of k: Int) -> (first: Int, taps: ArraySlice<Int16>) {
    let index = k - range.lowerBound
    var window = taps[index * stride..<(index + 1) * stride]
    while window.count > 1, window.last == 0 { window.removeLast() }
    while window.count > 1, window.first == 0 { window.removeFirst() }
    return (source.lowerBound + Int(firsts[index]) + window.startIndex - index * stride, window)
  }
}
