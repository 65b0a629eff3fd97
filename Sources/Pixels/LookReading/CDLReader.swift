import Raster

/// Reads the files of *ASC Color Decision List*, version 1.2: decisions (`.cdl`), a correction (`.cc`),
/// and a collection of them (`.ccc`).
struct CDLReader {
  /// Most bytes of a file, some tens of thousands of corrections.
  private static let largestFile = 16 << 20
  /// Ids that messages name.
  private static let namedIDs = 8

  private var scanner: XMLScanner
  private let wanted: String?
  /// Names of open elements.
  private var path: [String] = []
  /// The one that is being read; `nil` outside of corrections.
  private var correction: ColorDecisions?
  private var correctionID: String?
  /// What is between the tags of the element that is open.
  private var text: [UInt8] = []
  private var found: ColorDecisions?
  private var ids: [String] = []
  private var count = 0

  static func read(_ bytes: [UInt8], id: String?) throws(LookFault) -> ColorDecisions {
    if bytes.count > largestFile { throw .fileTooLarge(bytes.count, limit: largestFile) }
    var reader = CDLReader(scanner: XMLScanner(bytes), wanted: id)
    return try reader.decisions()
  }

  private init(scanner: XMLScanner, wanted: String?) {
    self.scanner = scanner
    self.wanted = wanted
  }

  private mutating func decisions() throws(LookFault) -> ColorDecisions {
    while let event = try scanner.next() {
      switch event {
      case .start(let name, let id): start(name, id)
      case .text(let range):
        if correction != nil, text.count < 1024 { text += scanner.bytes[range].prefix(1024) }
      case .end: try end()
      }
    }
    let isCut = ids.count > Self.namedIDs
    let named = Array(ids.prefix(Self.namedIDs))
    if wanted == nil, count > 1 { throw .severalCorrections(named, isCut: isCut) }
    guard let found else { throw .noCorrection(wanted, of: named, isCut: isCut) }
    return found
  }

  private mutating func start(_ name: String, _ id: String?) {
    path.append(name)
    text.removeAll(keepingCapacity: true)
    guard name == "ColorCorrection" else { return }
    (correction, correctionID) = (ColorDecisions(), id)
  }

  private mutating func end() throws(LookFault) {
    let name = path.removeLast()
    if name == "ColorCorrection" { keep() }
    if var changed = correction {
      switch (path.last, name) {
      case ("SOPNode", "Slope"): changed.slope = try numbers(name, 3, 0...1000)
      case ("SOPNode", "Offset"): changed.offset = try numbers(name, 3, -1000...1000)
      case ("SOPNode", "Power"): changed.power = try numbers(name, 3, 0.001...1000)
      case ("SATNode", "Saturation"), ("SatNode", "Saturation"):
        changed.saturation = try numbers(name, 1, 0...1000)[0]
      default: break
      }
      correction = changed
    }
    text.removeAll(keepingCapacity: true)
  }

  private mutating func keep() {
    count += 1
    if let correctionID, ids.count <= Self.namedIDs { ids.append(correctionID) }
    if wanted == nil || wanted == correctionID, found == nil { found = correction }
    (correction, correctionID) = (nil, nil)
  }

  private func numbers(
    _ name: String, _ count: Int, _ range: ClosedRange<Double>
  ) throws(LookFault) -> [Double] {
    var position = 0
    var numbers: [Double] = []
    let line = scanner.line
    while true {
      while position < text.count, [32, 9, 10, 13].contains(text[position]) { position += 1 }
      guard position < text.count else { break }
      guard numbers.count < count,
        let number = DecimalNumber.read(text, &position, text.count)
      else { throw .missingNumbers(name, count: count, line: line) }
      guard range.contains(number) else {
        throw .numberRange(
          "for \(name) from \(range.lowerBound) to \(range.upperBound)", line: line)
      }
      numbers.append(number)
    }
    guard numbers.count == count else { throw .missingNumbers(name, count: count, line: line) }
    return numbers
  }
}
