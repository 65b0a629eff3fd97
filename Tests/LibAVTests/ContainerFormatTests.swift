import Testing

@testable import LibAV

/// The lists against the libavformat that is there.
@Suite("container formats") struct ContainerFormatTests {
  @Test("every format of this libavformat is read, or refused for one reason")
  func classified() {
    let all = Set(ContainerFormats.all)
    #expect(all.count > 300)
    for format in all where format != "image2" {
      let reasons = ContainerFormats.refused.filter { $0.value.contains(format) }
      #expect(
        reasons.count + (ContainerFormats.readable.contains(format) ? 1 : 0) == 1, "\(format)")
    }
    #expect(ContainerFormats.readable.subtracting(all).isEmpty)
  }

  @Test(
    "formats that read other files, run scripts, or take any file for their own are not read",
    arguments: [
      "tty", "concat", "hls", "dash", "lavfi", "sdp", "rtsp", "rtp", "sap", "ffmetadata", "srt",
      "ass",
      "webvtt", "bin", "xbin", "adf", "idf", "vapoursynth", "avisynth", "imf", "vobsub",
      "image2pipe",
      "rawvideo", "s16le", "data", "sbg", "mlv", "webm_dash_manifest", "x11grab", "alsa", "new",
    ])
  func refused(format: String) {
    #expect(ContainerFormats.refusal(of: format, ending: ".mp4") != nil)
  }

  @Test("names decide only for pictures that have a header")
  func byName() {
    #expect(ContainerFormats.refusal(of: "image2", ending: ".JPG") == nil)
    #expect(ContainerFormats.refusal(of: "image2", ending: ".tga") == nil)
    for ending in [".y", ".raw", ".xface", ".txt", "", ".yuv"] {
      #expect(ContainerFormats.refusal(of: "image2", ending: ending) != nil, "\(ending)")
    }
  }

  @Test("a file is judged by what was really opened, and is regular")
  func judged() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tone.wav", waveFile(frames: 100))
    var options = InputFile.Options()
    options.accepts = { $0.hasSuffix("/tone.wav") }
    _ = try InputFile(path: path, options: options)
    options.accepts = { _ in false }
    #expect(throws: LibAVError.refusedFile) { _ = try InputFile(path: path, options: options) }
    #expect(throws: LibAVError.refusedFile) { _ = try InputFile(path: "/dev/zero") }
  }
}
