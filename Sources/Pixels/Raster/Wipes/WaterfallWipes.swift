extension WipeShape {
  static let waterfallWipes = [
    WipeShape(
      350, "waterfall-v-l", "columns fall in turn from the left",
      alsoCalled: ["waterfallwipe", "waterfall", "verticalleft"]
    ) { $0.waterfall() },
    WipeShape(
      351, "waterfall-v-r", "columns fall in turn from the right", alsoCalled: ["verticalright"]
    ) { $0.mirrored.waterfall() },
    WipeShape(
      352, "waterfall-h-l", "rows run to the right in turn from the top",
      alsoCalled: ["horizontalleft"]
    ) { $0.transposed.waterfall() },
    WipeShape(
      353, "waterfall-h-r", "rows run to the left in turn from the top",
      alsoCalled: ["horizontalright"]
    ) { $0.mirrored.transposed.waterfall() },
  ]
}

extension WipePlace {
  /// Eight columns, each an eighth of the way behind the one on its left.
  fileprivate func waterfall() -> Double { ((8 * u).rounded(.down) / 8 + v) / 1.875 }
}
