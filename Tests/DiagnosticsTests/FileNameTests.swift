import Testing

@testable import Diagnostics

@Suite struct FileNameTests {
  @Test("text is itself, as a name and back")
  func text() {
    for name in [
      "", "a.mp4", "Grüße.mov", "e\u{301}.mp4", "映画.mkv", "👀.png", "\u{10FFFD}", "\u{FFFD}",
    ] {
      #expect(FileName.text(name.utf8).unicodeScalars.elementsEqual(name.unicodeScalars))
      #expect(FileName.bytes(name) == Array(name.utf8))
      #expect(!FileName.hasBytes(name))
    }
  }

  @Test("every byte that is no text has a scalar of its own, as Python's surrogateescape has")
  func bytes() {
    // 'café' in Latin-1, UTF-8 that is cut off, an overlong slash, a surrogate, beyond Unicode.
    let cases: [([UInt8], String)] = [
      ([0x63, 0x61, 0x66, 0xE9], "caf\u{10FEE9}"),
      ([0xC3], "\u{10FEC3}"),
      ([0xE2, 0x82, 0x41], "\u{10FEE2}\u{10FE82}A"),
      ([0xC0, 0xAF], "\u{10FEC0}\u{10FEAF}"),
      ([0xED, 0xA0, 0x80], "\u{10FEED}\u{10FEA0}\u{10FE80}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{10FEF4}\u{10FE90}\u{10FE80}\u{10FE80}"),
      ([0xFF, 0xC3, 0xA4], "\u{10FEFF}ä"),
      // The scalar for 0x80 itself, as UTF-8: taken apart, so that it is told from the byte.
      ([0xF4, 0x8F, 0xBA, 0x80], "\u{10FEF4}\u{10FE8F}\u{10FEBA}\u{10FE80}"),
    ]
    for (bytes, text) in cases {
      #expect(FileName.text(bytes) == text)
      #expect(FileName.bytes(text) == bytes)
    }
  }

  @Test("all names of two bytes, and many longer ones, come back and are told apart")
  func reversible() {
    // By their code points: texts that only look the same are equal, and names are not.
    var seen: Set<[UInt8]> = []
    for first in UInt8.min...(.max) {
      for second in UInt8.min...(.max) {
        let text = FileName.text([first, second])
        #expect(FileName.bytes(text) == [first, second])
        seen.insert(Array(text.utf8))
      }
    }
    #expect(seen.count == 65_536)
    var state: UInt64 = 7
    for _ in 0..<20_000 {
      let name: [UInt8] = (0..<6).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Mostly what F4 8F BA 80 is made of.
        return state >> 62 == 0
          ? UInt8(truncatingIfNeeded: state >> 40)
          : [0xF4, 0x8F, 0xBA, 0x80, 0xBB, 0x41][Int(state >> 40) % 6]
      }
      #expect(FileName.bytes(FileName.text(name)) == name, "\(name)")
    }
  }

  @Test("bytes are shown as such, and written to JSON as projects write them")
  func shown() {
    let name = FileName.text([0x61, 0xE9, 0x62])
    #expect(TerminalText.visible(name) == #"a\xe9b"#)
    #expect(JSONText.quoted(name) == #""a\udce9b""#)
  }
}
