import Foundation
import Raster
import Testing

/// Drawings that can be seen through.
@Suite struct AlphaDrawingTests {
  @Test(
    "white through which white is seen is white, whatever the project says of its alpha but opaque",
    arguments: ["", ", \"alpha\": \"straight\"", ", \"alpha\": \"premultiplied\""])
  func white(alpha: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "half.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="36">
        <rect width="64" height="36" fill="white" fill-opacity="0.5"/></svg>
      """)
    let edit = try ComposedEdit(
      try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
          "media": { "w": { "color": "#fff" }, "h": { "file": "half.svg"\(alpha) } },
          "tracks": [ { "video": [ { "clip": "w", "duration": "0.2s" } ] },
                      { "video": [ { "clip": "h", "duration": "0.2s" } ] } ] }
        """))
    let codes = luma(try edit.image(0))
    // White of limited range; one code for the rounding of a half.
    #expect(codes.count == 64 && codes.allSatisfy { abs($0 - 235) <= 1 })
  }

  private func luma(_ image: Image) -> [Int] {
    let row = image.row(0, 18, as: UInt8.self)
    return row.indices.map { Int(row[$0]) }
  }
}
