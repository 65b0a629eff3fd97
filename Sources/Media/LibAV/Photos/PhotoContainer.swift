/// The tables of a HEIF file: which pictures it has, where their bytes are and what is said of them
/// (ISO/IEC 23008-12, and the `meta` box of ISO/IEC 14496-12, 8.11).
///
/// ```
/// ftyp  brands: heic, mif1 …
/// meta  hdlr  pict
///       pitm  the item that is shown
///       iinf  infe: what an item is: hvc1, a picture of HEVC; grid, one made of others
///       iloc  where an item's bytes are: in the file (0) or in idat (1)
///       iref  dimg: what a grid is made of; auxl: what an alpha plane belongs to
///       iprp  ipco: properties; ipma: which of them an item has
///       idat
/// mdat  the coded pictures
/// ```
struct PhotoContainer {
  /// The item that is shown.
  private(set) var primary = 0
  /// What items are, by their numbers.
  private(set) var types: [Int: String] = [:]
  private(set) var locations: [Int: Location] = [:]
  /// Each with where it points from, and to.
  private(set) var references: [(type: String, from: Int, to: [Int])] = []
  /// In the order of `ipco`.
  private var properties: [(type: String, content: PhotoFields)] = []
  /// Which properties an item has, from 1, in the order in which they apply.
  private var associations: [Int: [(index: Int, isEssential: Bool)]] = [:]
  private var data: PhotoFields?

  /// Where an item's bytes are.
  struct Location {
    /// 0 in the file, 1 in `idat`; others are in other items or files.
    var method: Int
    var extents: [(offset: UInt64, length: UInt64)]
  }

  /// Most bytes of the tables.
  static let maximumBytes = 16 << 20

  /// - Parameter meta: the content of the `meta` box.
  init(meta: [UInt8]) throws(LibAVError) {
    var fields = PhotoFields(meta)
    _ = try fields.versionAndFlags()
    while !fields.isAtEnd {
      var (type, content) = try fields.box()
      switch type {
      case "pitm":
        let version = try content.versionAndFlags().version
        primary = version == 0 ? try content.short() : try content.long()
      case "iinf": try readItems(&content)
      case "iloc": try readLocations(&content)
      case "iref": try readReferences(&content)
      case "iprp": try readProperties(&content)
      case "idat": data = content
      default: break
      }
    }
  }

  // MARK: - Tables

  /// ISO/IEC 14496-12, 8.11.6.
  private mutating func readItems(_ fields: inout PhotoFields) throws(LibAVError) {
    let version = try fields.versionAndFlags().version
    // However many it says, there are as many as there are.
    _ = version == 0 ? try fields.short() : try fields.long()
    while !fields.isAtEnd {
      var (type, entry) = try fields.box()
      guard type == "infe" else { continue }
      let version = try entry.versionAndFlags().version
      guard version >= 2 else { continue }
      let item = version == 2 ? try entry.short() : try entry.long()
      _ = try entry.short()
      types[item] = try entry.text()
    }
  }

  /// ISO/IEC 14496-12, 8.11.3.
  private mutating func readLocations(_ fields: inout PhotoFields) throws(LibAVError) {
    let version = try fields.versionAndFlags().version
    guard version <= 2 else { throw .refusedFormat(.photo) }
    let sizes = try fields.short()
    let (offset, length) = (sizes >> 12, sizes >> 8 & 15)
    let (base, index) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    let count = version < 2 ? try fields.short() : try fields.long()
    for _ in 0..<count {
      let item = version < 2 ? try fields.short() : try fields.long()
      let method = version == 0 ? 0 : try fields.short() & 15
      // Of the place where the data is, of which 0 is this file.
      let isHere = try fields.short() == 0
      let start = try fields.number(base)
      var extents: [(offset: UInt64, length: UInt64)] = []
      for _ in 0..<(try fields.short()) {
        _ = try fields.number(index)
        let (sum, overflow) = start.addingReportingOverflow(try fields.number(offset))
        guard !overflow else { throw PhotoFields.damaged }
        extents.append((sum, try fields.number(length)))
      }
      locations[item] = Location(method: isHere ? method : -1, extents: extents)
    }
  }

  /// ISO/IEC 14496-12, 8.11.12.
  private mutating func readReferences(_ fields: inout PhotoFields) throws(LibAVError) {
    let width = try fields.versionAndFlags().version == 0 ? 2 : 4
    while !fields.isAtEnd {
      var (type, entry) = try fields.box()
      let from = Int(try entry.number(width))
      var targets: [Int] = []
      for _ in 0..<(try entry.short()) { targets.append(Int(try entry.number(width))) }
      references.append((type, from, targets))
    }
  }

  /// ISO/IEC 23008-12, 9.3.
  private mutating func readProperties(_ fields: inout PhotoFields) throws(LibAVError) {
    while !fields.isAtEnd {
      var (type, content) = try fields.box()
      if type == "ipco" {
        while !content.isAtEnd { properties.append(try content.box()) }
      } else if type == "ipma" {
        let (version, flags) = try content.versionAndFlags()
        for _ in 0..<(try content.long()) {
          let item = version == 0 ? try content.short() : try content.long()
          for _ in 0..<(try content.byte()) {
            let value = flags & 1 == 0 ? try content.byte() : try content.short()
            let mark = flags & 1 == 0 ? 0x80 : 0x8000
            associations[item, default: []].append((value & (mark - 1), value & mark != 0))
            // An item is listed once, with a count of one byte.
            guard associations[item]?.count ?? 0 <= 255 else { throw PhotoFields.damaged }
          }
        }
      }
    }
  }

  // MARK: - Items

  /// What is said of an item, in the order in which it applies.
  func properties(
    of item: Int
  ) throws(LibAVError) -> [(type: String, content: PhotoFields, isEssential: Bool)] {
    var found: [(type: String, content: PhotoFields, isEssential: Bool)] = []
    for (index, isEssential) in associations[item] ?? [] where index > 0 {
      guard index <= properties.count else { throw PhotoFields.damaged }
      let property = properties[index - 1]
      found.append((property.type, property.content, isEssential))
    }
    return found
  }

  /// What an item refers to, in order.
  func targets(_ type: String, from item: Int) -> [Int] {
    references.first { $0.type == type && $0.from == item }?.to ?? []
  }

  /// Where an item's bytes are in the file, or the bytes themselves.
  ///
  /// - Parameter fileSize: what lies beyond is damage.
  func content(
    of item: Int, fileSize: Int64
  ) throws(LibAVError) -> (places: [Range<Int64>], bytes: [UInt8]) {
    guard let location = locations[item], !location.extents.isEmpty else {
      throw PhotoFields.damaged
    }
    guard location.method == 0 || location.method == 1 else { throw .refusedFormat(.photo) }
    let size = location.method == 0 ? UInt64(max(0, fileSize)) : UInt64(data?.range.count ?? 0)
    var places: [Range<Int64>] = []
    for (offset, length) in location.extents {
      guard offset <= size, length <= size - offset else { throw PhotoFields.damaged }
      // No length is all that follows.
      places.append(Int64(offset)..<Int64(length == 0 ? size : offset + length))
    }
    guard location.method == 1, let data else { return (places, []) }
    var bytes: [UInt8] = []
    for place in places {
      guard bytes.count + place.count <= data.range.count else { throw PhotoFields.damaged }
      let start = data.range.lowerBound
      bytes += data.bytes[start + Int(place.lowerBound)..<start + Int(place.upperBound)]
    }
    return ([], bytes)
  }
}
