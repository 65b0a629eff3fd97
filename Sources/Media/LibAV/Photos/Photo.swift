/// A picture of a HEIF file that is coded as HEVC, in one piece or as a grid of tiles: what it is made
/// of, and what is done to it before it is shown (ISO/IEC 23008-12, 6.5 and 6.6.2.3).
///
/// ```
///  0   1   2   3 |
///  4   5   6   7 |      tiles lie row by row; what is beyond the grid's size is cut away
/// _______________|
/// ```
struct Photo: Sendable {
  /// The tiles and how they lie.
  var plane: Plane
  /// Of the same size.
  var alpha: Plane?
  /// What is shown of it, in pixels.
  var window: Window
  /// 3 × 3, as in `StreamDescription.displayMatrix`; `nil` where nothing is turned.
  var displayMatrix: [Int32]?
  /// Primaries, transfer function, matrix as in H.273, and whether the range is full.
  var codes: (primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool)?
  var profile: [UInt8]?
  var sampleAspect: Fraction?

  /// A picture that is put together.
  struct Plane: Sendable {
    var width: Int
    var height: Int
    var columns = 1
    var rows = 1
    var tileWidth: Int
    var tileHeight: Int
    /// What its decoder needs to know: an `HEVCDecoderConfigurationRecord` (ISO/IEC 14496-15, 8.3.3).
    var configuration: [UInt8]
    /// Row by row.
    var tiles: [Tile]
  }

  /// The bytes of a tile: some in the file, or all of them here.
  struct Tile: Sendable {
    var places: [Range<Int64>]
    var bytes: [UInt8]
    var count: Int { bytes.count + Int(places.reduce(0) { $0 + $1.upperBound - $1.lowerBound }) }
  }

  struct Window: Sendable, Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
  }

  /// Most bytes of a coded picture: a lossless one of the largest size that is decoded.
  private static let maximumBytes = 1 << 29

  /// Bytes of all tiles, in order.
  var byteCount: Int {
    (plane.tiles + (alpha?.tiles ?? [])).reduce(0) { $0 + $1.count }
  }
}

extension Photo {
  /// Brands of files whose pictures are coded as HEVC (ISO/IEC 23008-12, B.4.1).
  private static let codedBrands: Set<String> = ["heic", "heix", "heim", "heis"]

  /// Whether a file begins as one whose main part is a still; films of pictures (`hevc`, `msf1`) are
  /// movies.
  static func isPhoto(_ head: [UInt8]) -> Bool {
    guard let (major, all) = brands(head) else { return false }
    if codedBrands.contains(major) { return true }
    return major == "mif1" && !codedBrands.isDisjoint(with: all)
  }

  /// Whether a file names one of the brands of pictures that are coded as HEVC at all.
  static func hasPhotos(_ head: [UInt8]) -> Bool {
    brands(head).map { !codedBrands.isDisjoint(with: $0.all) } ?? false
  }

  private static func brands(_ head: [UInt8]) -> (major: String, all: [String])? {
    guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    let brands = stride(from: 8, to: min(size, head.count) - 3, by: 4).map {
      String(decoding: head[$0..<$0 + 4], as: UTF8.self)
    }
    return brands.first.map { ($0, brands) }
  }

  /// - Parameters:
  ///   - fileSize: in bytes.
  ///   - read: gives as many bytes from a position on as there are.
  init(
    fileSize: Int64, read: (Int64, Int) throws(LibAVError) -> [UInt8]
  ) throws(LibAVError) {
    let container = try PhotoContainer(meta: try Self.meta(fileSize: fileSize, read: read))
    self = try Self.shown(by: container, fileSize: fileSize, read: read)
  }

  /// The content of the `meta` box.
  private static func meta(
    fileSize: Int64, read: (Int64, Int) throws(LibAVError) -> [UInt8]
  ) throws(LibAVError) -> [UInt8] {
    var position: Int64 = 0
    // More boxes than any photo has.
    for _ in 0..<1024 where position < fileSize {
      var fields = PhotoFields(try read(position, 16))
      var size = try fields.number(4)
      let type = try fields.text()
      var header: Int64 = 8
      if size == 1 {
        size = try fields.number(8)
        header = 16
      }
      let end = size == 0 ? fileSize : position &+ (Int64(exactly: size) ?? -1)
      guard end >= position + header, end <= fileSize else { throw PhotoFields.damaged }
      if type == "meta" {
        let count = end - position - header
        guard count <= PhotoContainer.maximumBytes else { throw PhotoFields.damaged }
        let bytes = try read(position + header, Int(count))
        guard bytes.count == Int(count) else { throw PhotoFields.damaged }
        return bytes
      }
      position = end
    }
    throw PhotoFields.damaged
  }

  private static func shown(
    by container: PhotoContainer, fileSize: Int64,
    read: (Int64, Int) throws(LibAVError) -> [UInt8]
  ) throws(LibAVError) -> Photo {
    let item = container.primary
    var photo = Photo(
      plane: try plane(item, container, fileSize: fileSize, read: read),
      window: Window(left: 0, top: 0, width: 0, height: 0))
    photo.window.width = photo.plane.width
    photo.window.height = photo.plane.height
    try photo.take(try container.properties(of: item))
    guard container.targets("prem", from: item).isEmpty else { throw .refusedFormat(.photo) }
    for reference in container.references
    where reference.type == "auxl" && reference.to.contains(item) {
      guard try isAlpha(reference.from, container) else { continue }
      let alpha = try plane(reference.from, container, fileSize: fileSize, read: read)
      guard alpha.width == photo.plane.width, alpha.height == photo.plane.height else {
        throw .refusedFormat(.photo)
      }
      photo.alpha = alpha
      break
    }
    guard photo.byteCount <= maximumBytes else { throw PhotoFields.damaged }
    return photo
  }

  /// ISO/IEC 23008-12, 6.5.8; the first of the names is that of MIAF, the other one that of HEVC.
  private static func isAlpha(
    _ item: Int, _ container: PhotoContainer
  ) throws(LibAVError) -> Bool {
    for (type, content, _) in try container.properties(of: item) where type == "auxC" {
      let name = content.bytes[content.range].dropFirst(4).prefix { $0 != 0 }
      if name.elementsEqual("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8)
        || name.elementsEqual("urn:mpeg:hevc:2015:auxid:1".utf8)
      {
        return true
      }
    }
    return false
  }

  // MARK: - Planes

  /// A picture of HEVC, or a grid of them; nothing that is made of grids again.
  private static func plane(
    _ item: Int, _ container: PhotoContainer, fileSize: Int64,
    read: (Int64, Int) throws(LibAVError) -> [UInt8]
  ) throws(LibAVError) -> Plane {
    switch container.types[item] {
    case "hvc1": return try single(item, container, fileSize: fileSize)
    case "grid": break
    case nil: throw PhotoFields.damaged
    default: throw .refusedFormat(.photo)
    }
    let (places, bytes) = try container.content(of: item, fileSize: fileSize)
    var fields = PhotoFields(bytes)
    if let place = places.first { fields = PhotoFields(try read(place.lowerBound, 12)) }
    // Version 0; 6.6.2.3.2.
    guard try fields.byte() == 0 else { throw .refusedFormat(.photo) }
    let numberSize = try fields.byte() & 1 == 0 ? 2 : 4
    let rows = try fields.byte() + 1
    let columns = try fields.byte() + 1
    let width = Int(try fields.number(numberSize))
    let height = Int(try fields.number(numberSize))
    let items = container.targets("dimg", from: item)
    guard width > 0, height > 0, items.count == rows * columns else { throw PhotoFields.damaged }
    var grid: Plane?
    var count = 0
    var placeCount = 0
    for item in items {
      guard let type = container.types[item] else { throw PhotoFields.damaged }
      guard type == "hvc1" else { throw .refusedFormat(.photo) }
      let tile = try single(item, container, fileSize: fileSize)
      // Tiles may share bytes, but not so that a small file becomes a large picture.
      count += tile.tiles.reduce(0) { $0 + $1.count }
      placeCount += tile.tiles.reduce(0) { $0 + $1.places.count }
      guard Int64(count) <= 2 * fileSize, count <= Self.maximumBytes, placeCount <= 1 << 20 else {
        throw PhotoFields.damaged
      }
      guard let first = grid else {
        grid = tile
        continue
      }
      // Tiles have one size; 6.6.2.3.1.
      guard tile.width == first.width, tile.height == first.height else {
        throw PhotoFields.damaged
      }
      guard tile.configuration == first.configuration else { throw .refusedFormat(.photo) }
      grid?.tiles += tile.tiles
    }
    guard var grid else { throw PhotoFields.damaged }
    // Each column and each row shows something, and nothing is missing.
    guard (columns - 1) * grid.tileWidth < width, width <= columns * grid.tileWidth,
      (rows - 1) * grid.tileHeight < height, height <= rows * grid.tileHeight
    else { throw PhotoFields.damaged }
    // Chroma begins with a tile.
    guard columns == 1 || grid.tileWidth % 2 == 0, rows == 1 || grid.tileHeight % 2 == 0 else {
      throw .refusedFormat(.photo)
    }
    (grid.width, grid.height, grid.columns, grid.rows) = (width, height, columns, rows)
    return grid
  }

  private static func single(
    _ item: Int, _ container: PhotoContainer, fileSize: Int64
  ) throws(LibAVError) -> Plane {
    var plane: Plane?
    var configuration: [UInt8] = []
    for (type, content, _) in try container.properties(of: item) {
      var content = content
      if type == "hvcC", content.range.count <= 1 << 14 {
        configuration = Array(content.bytes[content.range])
      }
      guard type == "ispe" else { continue }
      _ = try content.versionAndFlags()
      let (width, height) = (try content.long(), try content.long())
      plane = Plane(
        width: width, height: height, tileWidth: width, tileHeight: height, configuration: [],
        tiles: [])
    }
    // The record's fixed part; its first byte is its version.
    guard var plane, plane.width > 0, plane.height > 0, plane.width <= 1 << 16,
      plane.height <= 1 << 16, configuration.count > 22, configuration[0] == 1
    else { throw PhotoFields.damaged }
    let (places, bytes) = try container.content(of: item, fileSize: fileSize)
    plane.configuration = configuration
    plane.tiles = [Tile(places: places, bytes: bytes)]
    return plane
  }
}
