import Foundation
import LibAV
import Testing

/// Options as libav itself reads them: `ffmpeg` tells which it sets.
@Suite("filter options") struct FilterOptionTests {
  @Test(
    "the options of a text are those that libav sets",
    arguments: [
      "color=red:64x64,scale=100:50", "color=s=64x64,scale=w=100:200",
      "color=s=64x64,scale=h=100:w=20:200", "color=red:64x64,scale=100:50:h=20:200",
      "color=c=red:s=64x64,crop=w=30:20", "color=s=64x64,scale@a@b=20:30",
      "color=s=64x64:d=1:,scale=20:30:bilinear:eval=init", "color=s='64x64':c='r'ed",
      "color=s=64x64:c=\\\\red", "testsrc=s=20x20:", "color=:64x64", "color= red : 64x64",
      "color = red", "color=\n c=red", "life=s=8x8:rule=B3/S23", "life=:r=25", "cellauto=:1010:25",
      "aevalsrc=0:d=1,volume=0.5:eval=frame", "aevalsrc=exprs='0|0':s=8000,anull",
      "sine=440:4:8000,aresample=48000:resampler=swr", "[a]null;color[a]",
      "color=s=64x64,scale=w=100:sws_dither=none:1", "color=red:threads=1:blue:64x64",
      "color=threads=1:64x64", "color=s=8x8,scale=sws_dither=none:1:0", "color=c=red:s=40x40:25:2",
      "life=s=9x9:25:B3/S23", "life=r=25:B3/S23", "life=rate=25:25",
      "color=s=8x8,scale=1:2:bilinear:1:2x2:bt709:bt601:tv:tv:-513:-513:-513:-513:disable:1:5:6:1",
      "color=s=8x8[a];color=s=8x8[b];[a][b]overlay=1:2:pass:shortest=1",
    ])
  func options(text: String) throws {
    let expected = try said(of: text)
    let found = try FilterGraph.filters(in: text).flatMap { filter in
      try filter.settings().map { "\($0.key)=\($0.value)" }
    }
    #expect(found == expected, "\(text)")
  }

  /// `[Parsed_scale_1 @ 0x55b494989c40] Setting 'w' to value '100'`
  private func said(of text: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-v", "debug", "-f", "lavfi", "-i", text, "-t", "0.01", "-f", "null",
      "-",
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let pattern = /\[(?:Parsed_|\w+@)[^\]]*\] Setting '(\w+)' to value '([^']*)'/
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    // Ends of its own follow when the graph is complete.
    return lines.compactMap { line in
      line.firstMatch(of: pattern).map { "\($0.1)=\($0.2)" }
    }
  }

  @Test("arguments that libav does not read have no options")
  func refused() throws {
    for text in ["null=a", "scale=1:2:3:4:5:6:=7", "testsrc=size:=2", "scale=eval=init:50"] {
      let filter = try #require(try FilterGraph.filters(in: text).first)
      #expect(throws: LibAVError.self, "\(text)") { try filter.settings() }
    }
  }
}
