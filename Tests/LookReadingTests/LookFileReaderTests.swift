import LookReading
import Raster
import Testing

private func read(_ text: String, _ name: String, id: String? = nil) throws -> ColorLook {
  try LookFileReader.read(Array(text.utf8), name: name, id: id)
}

private func fault(_ text: String, _ name: String, id: String? = nil) -> LookFault? {
  do {
    _ = try read(text, name, id: id)
    return nil
  } catch {
    return error as? LookFault
  }
}

@Suite("readers of files of colours") struct LookFileReaderTests {
  @Test("damage is told with its line")
  func damage() {
    let two = "LUT_1D_SIZE 2\n"
    let faults: [(String, String, Int?, String)] = [
      ("", "a.cube", nil, "does not say how many colours"),
      (two, "a.cube", nil, "ends after 0 of 2 colours"),
      (two + "0 0 0\n\n# more\n1 1\n", "a.cube", 5, "where three numbers"),
      (two + "0 0 0\n1 1 nan\n", "a.cube", 3, "where three numbers"),
      (two + "0 0 0\n1 1 1e9\n", "a.cube", 3, "from -65504 to 65504"),
      (two + "0 0 0\n1 1 1e999999999999\n", "a.cube", 3, "from -65504 to 65504"),
      (two + "0 0 0\n1 1 1\n1 1 1\n", "a.cube", 4, "more than the 2 colours"),
      (two + "0 0 0 0\n1 1 1\n", "a.cube", 2, "where three numbers"),
      ("LUT_3D_SIZE 130\n", "a.cube", 1, "cannot be used: 2 to 129"),
      ("LUT_3D_SIZE 1\n", "a.cube", 1, "a size that cannot be used"),
      ("LUT_1D_SIZE 65537\n", "a.cube", 1, "2 to 65536"),
      ("LUT_3D_SIZE 2.5\n", "a.cube", 1, "a size that cannot be used"),
      ("LUT_3D_SIZE\n", "a.cube", 1, "has no number for LUT_3D_SIZE"),
      ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", "a.cube", 2, "twice"),
      ("DOMAIN_MIN 0 0\n", "a.cube", 1, "has no 3 numbers for DOMAIN_MIN"),
      (
        two + "DOMAIN_MIN 1 0 0\n0 0 0\n1 1 1\n", "a.cube", 4, "domain that is empty"
      ),
      (two + "DOMAIN_MIN 0 0 0\nLUT_1D_INPUT_RANGE 0 1\n", "a.cube", 3, "both a domain"),
      (two + "LUT_IN_VIDEO_RANGE\n", "a.cube", 2, "video range"),
      (two + "CURVE yes\n", "a.cube", 2, "an unknown keyword"),
      (two + "0 0 0\nTITLE \"late\"\n1 1 1\n", "a.cube", 3, "after its first colour"),
      ("0 0 0\n", "a.cube", 1, "does not say how many colours"),
      ("LUT_1D_SIZE 2\n0 0 \u{0}\n", "a.cube", 2, "is no text"),
      ("0 512 1023\n", "a.3dl", nil, "has 1 colours"),
      ("0 341 682 1023\n0 0 0\n", "a.3dl", nil, "not the 64 of 4 points"),
      ("Mesh 9 12\n", "a.3dl", 1, "2 to the power of 1 to 7"),
      ("Mesh 2 11\n", "a.3dl", 1, "8, 10, 12, 14 or 16 bits"),
      ("gamma 2.2\n", "a.3dl", 1, "a gamma other than 1"),
      ("0.5 1 1\n", "a.3dl", 1, "whole numbers"),
      ("<ColorCorrection>", "a.cc", 1, "ends within an element"),
      ("hello", "a.cc", 1, "is no XML"),
      ("<!DOCTYPE x [<!ENTITY a \"b\">]><x/>", "a.cc", 1, "declaration of its type"),
      ("<x></y>", "a.cc", 1, "the end of an element where another one is open"),
      ("<x/>", "a.cc", nil, "has no ColorCorrection"),
      (
        "<ColorCorrection>\n<SOPNode><Slope>1 1</Slope></SOPNode></ColorCorrection>", "a.cc", 2,
        "has no 3 numbers for Slope"
      ),
      (
        "<ColorCorrection><SOPNode><Power>1 0 1</Power></SOPNode></ColorCorrection>", "a.cc", 1,
        "for Power from 0.001 to 1000"
      ),
      ("<a><ColorCorrection/><ColorCorrection/></a>", "a.ccc", nil, "has several corrections"),
      ("x", "hald.png", nil, "HALD images are not read"),
      ("x", "a.csp", nil, "of a kind that is not read (.csp)"),
      ("x", "a.spi1d", nil, "of a kind that is not read (.spi1d)"),
      ("x", "a.txt", nil, "not a LUT or CDL by its ending"),
      ("x", "a", nil, "has no ending"),
    ]
    for (text, name, line, words) in faults {
      let found = fault(text, name)
      #expect(found?.message.contains(words) == true, "\(text): \(String(describing: found))")
      #expect(found?.line == line, "\(text): \(String(describing: found))")
      #expect(found?.fix.isEmpty == false)
    }
  }

  @Test("an id is for collections, and names those there are")
  func ids() {
    let table = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    #expect(fault(table, "a.cube", id: "x")?.message.contains("has no corrections") == true)
    let all = "<c>" + (0..<20).map { "<ColorCorrection id='s\($0)'/>" }.joined() + "</c>"
    #expect(fault(all, "a.ccc")?.fix.contains("'s0', 's1'") == true)
    #expect(fault(all, "a.ccc", id: "s20")?.message.contains("'s20'") == true)
    #expect(fault(all, "a.ccc", id: "s19") == nil)
    #expect(fault(all, "A.CCC", id: "s19") == nil)
  }

  @Test(
    "a grid of three points along each axis may have a curve, whose line looks as a colour does")
  func threePoints() throws {
    let levels = [0, 512, 1023]
    let colors = levels.flatMap { red in
      levels.flatMap { green in levels.map { "\(red) \(green) \($0)\n" } }
    }.joined()
    #expect(fault("0 512 1023\n" + colors, "a.3dl") == nil)
    #expect(fault(colors, "a.3dl") == nil)
    #expect(fault("0 512 1023\n0 512 1023\n" + colors, "a.3dl")?.message.contains("29") == true)
  }

  @Test("of a text in UTF-16 its encoding is told")
  func otherEncoding() {
    for (name, mark) in [("a.cube", [UInt8(0xFF), 0xFE]), ("a.cdl", [0xFE, 0xFF])] {
      let bytes = mark + [0x4C, 0, 0x55, 0]
      let found = #expect(throws: LookFault.self) {
        try LookFileReader.read(bytes, name: name, id: nil)
      }
      #expect(found?.message == "is text in UTF-16")
    }
  }

  @Test("every beginning of a file gives a look or a fault")
  func beginnings() {
    let files = [
      ("LUT_3D_SIZE 2\r\nTITLE \"a # b\"\rDOMAIN_MAX 2 2 2\n" + "1e-1 +.5 -2.\n", "a.cube"),
      ("#x\n3DMESH\nMesh 1 8\n0 128 255\n1 2 3\n", "a.3dl"),
      (
        "<?xml?><!-- a --><b:a c='d' id=\"e&amp;f\"><SOPNode><Slope>1 1 1</Slope></SOPNode></b:a>",
        "a.cc"
      ),
    ]
    for (text, name) in files {
      let bytes = Array(text.utf8)
      for count in 0...bytes.count {
        _ = try? LookFileReader.read(Array(bytes[..<count]), name: name, id: nil)
        for byte in [UInt8(0), 0x3C, 0x22, 0x39, 0xFF] where count < bytes.count {
          var other = bytes
          other[count] = byte
          _ = try? LookFileReader.read(other, name: name, id: nil)
        }
      }
    }
  }

  @Test("elements may not lie within each other without end")
  func depth() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(fault(deep, "a.cc")?.message.contains("32 elements") == true)
  }
}
