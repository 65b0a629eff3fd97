import BaseValues
import Raster
import Testing

/// QR codes in composed frames.
@Suite struct QRCodeFrameTests {
  /// "https://example.org" at the level M with mask 1, made by the Python package `qrcode` 7.4.
  private let modules = """
    #######.#..#.#....#######
    #.....#..#..##..#.#.....#
    #.###.#.#..#.##...#.###.#
    #.###.#..##..###..#.###.#
    #.###.#..#...##...#.###.#
    #.....#.#######...#.....#
    #######.#.#.#.#.#.#######
    ...........##.###........
    #.#...##..#..##.#..#..#.#
    #.###..##.####.#.###.#.##
    ##....###.#....#.#..###.#
    .#####..####.#..#..#.#...
    ...####.#.#.##.##.##....#
    .##.##.#.#..#..##.##...##
    ##.#..##..#.#######..##.#
    ..#.#...#####.#.##.###...
    ####.###..#..##.#####..#.
    ........#.#..##.#...#...#
    #######.#..#....#.#.#...#
    #.....#..##..#.##...#..##
    #.###.#....###.######..##
    #.###.#.....#....#..#.##.
    #.###.#.##..######.###.##
    #.....#....##.#######....
    #######.##...##.#.#..#..#
    """.split(separator: "\n").map { $0.map { $0 == "#" } }

  @Test(
    "a composed frame has the modules of another program's code",
    arguments: [
      (#"{ "clip": "code", "duration": "1s" }"#, 6),
      (#"{ "clip": "code", "duration": "1s", "fit": "cover", "scaling": "nearest" }"#, 6),
      // 120 pixels for 33 modules.
      (#"{ "clip": "code", "duration": "1f", "scale": 0.6, "position": [97, 81] }"#, 3),
    ])
  func clips(clip: String, unit: Int) throws {
    try expect(unit: unit, tracks: #"{ "video": [ \#(clip) ] }"#)
  }

  @Test("a title's image has them too, with a value from a parameter")
  func titles() throws {
    try expect(
      unit: 4,
      tracks: """
        { "titles": [ { "duration": "1s", "image": "code", "imageHeight": 150, "place": "bottom" } ] }
        """)
  }

  private func expect(unit: Int, tracks: String) throws {
    let sandbox = try Sandbox()
    let edit = try ComposedEdit(
      try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "340x200", "frameRate": 10, "audio": false },
          "parameters": { "url": { "type": "text", "default": "https://example.org" } },
          "media": { "code": { "generate": "qr", "value": "{url}" } },
          "tracks": [ \(tracks) ] }
        """))
    let image = try edit.image(0)
    var luma: [[UInt8]] = []
    for y in 0..<image.size.height {
      let row = image.row(Plane.luma, y, as: UInt8.self)
      luma.append(row.indices.map { row[$0] })
    }
    // The canvas is black, and the quiet zone white.
    let rows = luma.indices.filter { luma[$0].contains(235) }
    let top = try #require(rows.first)
    let columns = luma[top].indices.filter { luma[top][$0] == 235 }
    let left = try #require(columns.first)
    #expect(rows.count == columns.count)
    let start = (rows.count - 25 * unit) / 2
    #expect(start >= 4 * unit)
    var wrong = 0
    for row in 0..<25 * unit {
      for column in 0..<25 * unit {
        let code = luma[top + start + row][left + start + column]
        if code != (modules[row / unit][column / unit] ? 16 : 235) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
