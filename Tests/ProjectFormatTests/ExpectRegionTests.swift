import BaseValues
import Diagnostics
import TimelineModel
import Testing

@testable import ProjectFormat

@Suite("Regions of expectations")
struct ExpectRegionTests {
  private func regions(_ resizing: Rendition.Resizing?) -> [[Int]] {
    var file = SourceFile(
      path: "p.json",
      bytes: Array(
        """
        { "cutlist": 1, "output": { "size": "640x360", "frameRate": 10 },
          "media": { "c": { "color": "red" } },
          "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ],
          "expect": { "regions": [
            { "rect": [550, 10, 80, 30], "ignore": true }, { "rect": [1, 1, 3, 3], "ignore": true },
            { "rect": [0, 0, 640, 360], "tolerance": { "psnr": 30 } } ] } }
        """.utf8))
    let (document, findings) = ProjectCompiler.document(
      from: &file, rendition: Rendition(size: resizing), projects: nil)
    #expect(findings.filter { $0.severity == .error } == [])
    return (document?.expect?.regions ?? []).map { [$0.x, $0.y, $0.width, $0.height] }
  }

  @Test("they are scaled with the picture, outwards to whole pixels")
  func scaled() {
    #expect(regions(nil) == [[550, 10, 80, 30], [1, 1, 3, 3], [0, 0, 640, 360]])
    #expect(regions(.scale(.half)) == [[275, 5, 40, 15], [0, 0, 2, 2], [0, 0, 320, 180]])
    #expect(
      regions(.scale(Rational(2))) == [[1100, 20, 160, 60], [2, 2, 6, 6], [0, 0, 1280, 720]])
    // Across and down apart: 1080/640 and 1920/360.
    #expect(
      regions(.size(Size(width: 1080, height: 1920)))
        == [[928, 53, 136, 161], [1, 5, 6, 17], [0, 0, 1080, 1920]])
  }
}
