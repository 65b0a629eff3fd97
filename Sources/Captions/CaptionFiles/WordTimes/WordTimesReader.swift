enum WordTimesReader {
  static func read(_ collector: inout CaptionCollector) -> Bool { false }
}
