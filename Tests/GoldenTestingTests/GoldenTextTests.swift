import AudioMixing
import Diagnostics
import GoldenTesting
import BaseValues
import Raster
import Testing

@Suite("Golden records as text")
struct GoldenTextTests {
  private static let full = """
    movie 320x180 rate 30000/1001 frames 45 samples 72072
    frame 0 3071721a8b44725d
    frame 44 00000000000000ff
    sound 0 55ab849b3f8199d0 rms -23.01 peak -20.00
    sound 48000 a0ed3ad58bc8f6ba rms -120.00 peak -0.05
    loudness -23.40

    """

  private func read(_ text: String) -> (GoldenRecord?, [Diagnostic]) {
    GoldenText.read(SourceFile(path: "golden/frames.txt", text: text), of: "day.json")
  }

  @Test("what is written reads back the same")
  func roundTrip() throws {
    let record = try #require(read(Self.full).0)
    #expect(GoldenText.text(record) == Self.full)
    let shape = try #require(record.movie)
    #expect(shape.size == Size(width: 320, height: 180))
    #expect(shape.rate == FrameRate(30000, per: 1001))
    #expect(shape.frameCount == 45 && shape.sampleCount == 72072)
    #expect(record.frames.map(\.number) == [0, 44])
    #expect(record.frames[1].hash == ImageHash(value: 255))
    #expect(record.sound[1].level?.peak == Hundredths(-5))
    #expect(record.loudness == Hundredths(-2340))
  }

  @Test("the lines of 'cutlist frames' are a record")
  func plain() throws {
    let text = "frame 0 3071721a8b44725d\nframe 1 3071721a8b44725d\nsound 0 55ab849b3f8199d0\n"
    let record = try #require(read(text).0)
    #expect(GoldenText.text(record) == text)
    #expect(record.movie == nil && record.loudness == nil && record.sound[0].level == nil)
  }

  @Test("line ends of either kind, and none at the end, make no difference")
  func lineEnds() throws {
    let record = try #require(read(Self.full).0)
    #expect(read(Self.full.replacing("\n", with: "\r\n")).0 == record)
    #expect(read(String(Self.full.dropLast())).0 == record)
    #expect(read("").0 == GoldenRecord())
  }

  @Test(
    "a malformed line is a finding with its place",
    arguments: [
      ("frame 0", "golden-line"), ("frame -1 3071721a8b44725d", "golden-line"),
      ("frame 01 3071721a8b44725d", "golden-line"), ("frame 5 3071721a8b44725", "golden-line"),
      ("frame 5 3071721a8b44725x", "golden-line"), ("frame 3  3071721a8b44725d", "golden-line"),
      ("frame 2 3071721a8b44725d", "golden-order"), ("frame 1 3071721a8b44725d", "golden-order"),
      ("frame 99999999999999999999 3071721a8b44725d", "golden-line"),
      ("sound 0 55ab849b3f8199d0 rms -23.01", "golden-line"),
      ("sound 0 55ab849b3f8199d0 rms -23.1 peak 0.00", "golden-line"),
      ("sound 0 55ab849b3f8199d0 rms -123.10 peak 0.00", "golden-line"),
      ("movie 320x0 rate 30 frames 5", "golden-line"), ("movie 3x4 rate 0 frames 5", "golden-line"),
      ("movie 3x4 rate 30/0 frames 5", "golden-line"), ("loudness -inf", "golden-line"),
      ("picture 3", "golden-line"), (" frame 3 3071721a8b44725d", "golden-line"),
    ])
  func malformed(line: String, id: String) throws {
    let (record, findings) = read("frame 2 3071721a8b44725d\n\(line)\n")
    #expect(record == nil)
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.id.rawValue == id)
    let file = SourceFile(path: "f", text: "frame 2 3071721a8b44725d\n\(line)\n")
    #expect(file.position(ofOffset: finding.range.lower).line == 2)
    #expect(file.text(in: finding.range) == line)
  }

  @Test(
    "what is said twice is a finding", arguments: ["loudness -23.40", "movie 3x4 rate 1 frames 5"])
  func twice(line: String) {
    let (record, findings) = read("\(line)\n\(line)\n")
    #expect(record == nil)
    #expect(findings.map(\.id) == [.goldenTwice])
  }

  @Test("a file of nothing but mistakes gives twenty findings at most")
  func hostile() {
    #expect(read(String(repeating: "x\n", count: 5000)).1.count == 20)
  }

  @Test(
    "hundredths keep two digits and read back",
    arguments: [0, 5, -5, 99, -100, 12000, -12000, -2301])
  func hundredths(value: Int) {
    #expect(Hundredths(Hundredths(value).description) == Hundredths(value))
    #expect(Hundredths(clamping: Double(value) / 100) == Hundredths(value))
  }

  @Test("what cannot be measured is at an end of the scale")
  func limits() {
    #expect(Hundredths(clamping: -.infinity) == Hundredths(-12000))
    #expect(Hundredths(clamping: 1e300) == Hundredths(12000))
    #expect(Hundredths("-0.00") == nil && Hundredths("1e1") == nil && Hundredths("+1.00") == nil)
  }

  @Test("golden files lie beside the project, with its name unless it is the folder's")
  func names() {
    let own = GoldenNames(project: "a/promo/promo.json", folderName: "promo")
    #expect(own.plan == "a/promo/golden/plan.txt")
    #expect(own.frames == "a/promo/golden/frames.txt")
    #expect(own.picture(75) == "a/promo/golden/frame-75.png")
    let other = GoldenNames(project: "short.json", folderName: "promo")
    #expect(other.frames == "golden/short.frames.txt")
    #expect(other.frame(ofPicture: "short.frame-7.png") == 7)
    #expect(other.frame(ofPicture: "frame-7.png") == nil)
    #expect(own.frame(ofPicture: "short.frame-7.png") == nil)
    #expect(own.frame(ofPicture: "frame-07.png") == nil)
    #expect(own.frame(ofPicture: "frame-7.png") == 7)
  }
}
