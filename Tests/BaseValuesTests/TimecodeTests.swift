import BaseValues
import Testing

/// Counts timecode numbers one at a time by the wording of SMPTE 12M, with no arithmetic shared
/// with the module.
private struct Odometer {
  let nominal: Int
  let skipped: Int
  var fields: TimecodeFields

  init(nominal: Int, skipped: Int) {
    self.nominal = nominal
    self.skipped = skipped
    fields = TimecodeFields(hours: 0, minutes: 0, seconds: 0, frames: 0, isDropFrame: skipped > 0)
  }

  mutating func step() {
    fields.frames += 1
    guard fields.frames == nominal else { return }
    fields.frames = 0
    fields.seconds += 1
    guard fields.seconds == 60 else { return }
    fields.seconds = 0
    fields.minutes += 1
    if fields.minutes == 60 {
      fields.minutes = 0
      fields.hours += 1
    }
    if ![0, 10, 20, 30, 40, 50].contains(fields.minutes) { fields.frames = skipped }
  }
}

@Suite("Timecode")
struct TimecodeTests {
  private func rate(_ text: String) throws -> FrameRate { try #require(FrameRate.parse(text)) }

  @Test("every frame of 24 hours at 29.97 has the drop-frame number counting gives it")
  func exhaustiveDropFrame() throws {
    let rate = try rate("29.97")
    var odometer = Odometer(nominal: 30, skipped: 2)
    var wrong = 0
    var frame: Int64 = 0
    while odometer.fields.hours < 24 {
      let timecode = Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: true)
      if timecode?.fields != odometer.fields || timecode?.frame.value != frame { wrong += 1 }
      odometer.step()
      frame += 1
    }
    #expect(wrong == 0)
    #expect(frame == 2_589_408)
    #expect(Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: true) == nil)
  }

  @Test("frames at 59.94 have the drop-frame number counting gives them, every 97th of 24 hours")
  func sampledDropFrame() throws {
    let rate = try rate("59.94")
    var odometer = Odometer(nominal: 60, skipped: 4)
    var wrong = 0
    var frame: Int64 = 0
    while odometer.fields.hours < 24 {
      // And all around the start of each minute.
      if frame % 97 == 0 || odometer.fields.seconds == 0 && odometer.fields.frames < 6 {
        let timecode = Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: true)
        if timecode?.fields != odometer.fields || timecode?.frame.value != frame { wrong += 1 }
      }
      odometer.step()
      frame += 1
    }
    #expect(wrong == 0)
    #expect(frame == 5_178_816)
    #expect(Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: true) == nil)
  }

  @Test("non-drop numbers run through", arguments: ["24", "25", "30000/1001", "24000/1001", "120"])
  func nonDrop(text: String) throws {
    let rate = try rate(text)
    var odometer = Odometer(nominal: rate.nominal, skipped: 0)
    for frame in 0..<(Int64(rate.nominal) * 130) {
      let timecode = try #require(
        Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: false))
      #expect(timecode.fields == odometer.fields)
      #expect(timecode.frame.value == frame)
      odometer.step()
    }
    let lastFrame = Int64(rate.nominal) * 86400 - 1
    let last = try #require(Timecode(frame: FrameIndex(lastFrame), rate: rate, dropFrame: false))
    #expect(last.description == "23:59:59:\(rate.nominal - 1)")
    #expect(Timecode(frame: FrameIndex(lastFrame + 1), rate: rate, dropFrame: false) == nil)
  }

  @Test(
    "known drop-frame numbers",
    arguments: [
      ("00:00:59;29", 1799), ("00:01:00;02", 1800), ("00:09:59;29", 17981), ("00:10:00;00", 17982),
      ("01:00:00;00", 107_892), ("10:00:00;00", 1_078_920), ("23:59:59;29", 2_589_407),
    ] as [(String, Int64)])
  func known(text: String, frame: Int64) throws {
    let rate = try rate("29.97")
    let timecode = try #require(Timecode.parse(text, rate: rate))
    #expect(timecode.frame.value == frame)
    #expect(Timecode(frame: FrameIndex(frame), rate: rate, dropFrame: true)?.description == text)
  }

  @Test("an hour of drop-frame timecode is an hour to within a frame")
  func keepsUp() throws {
    for (text, frames) in [("29.97", 30000), ("59.94", 60000)] as [(String, Int64)] {
      let rate = try rate(text)
      let hour = try #require(Timecode.parse("01:00:00;00", rate: rate))
      let time = try FrameGrid(rate).time(of: hour.frame)
      let difference = try (try time - Rational(3600)).magnitude()
      #expect(difference <= (try #require(Rational(1001, frames))))
    }
  }

  @Test("each number that drop-frame leaves out is refused, and the next one is named")
  func skippedNumbers() throws {
    for (text, skipped) in [("29.97", 2), ("59.94", 4)] {
      let rate = try rate(text)
      for minute in 0..<60 {
        for frame in 0..<skipped {
          var fields = TimecodeFields(
            hours: 7, minutes: minute, seconds: 0, frames: frame, isDropFrame: true)
          if minute % 10 == 0 {
            #expect(try Timecode(fields, rate: rate).fields == fields)
            continue
          }
          let error = #expect(throws: TimeResolutionError.self) {
            try Timecode(fields, rate: rate)
          }
          let written = fields
          fields.frames = skipped
          #expect(error == .skippedNumber(written, next: fields))
          #expect(error?.suggestion == "07:\(minute < 10 ? "0" : "")\(minute):00;0\(skipped)")
          #expect(try Timecode(fields, rate: rate).fields == fields)
        }
      }
    }
  }

  @Test("drop-frame is refused where it is not defined", arguments: ["30", "24000/1001", "119.88"])
  func noDropFrame(text: String) throws {
    let rate = try rate(text)
    #expect(Timecode(frame: FrameIndex(0), rate: rate, dropFrame: true) == nil)
    let fields = TimecodeFields(hours: 0, minutes: 0, seconds: 2, frames: 15, isDropFrame: true)
    let error = #expect(throws: TimeResolutionError.self) { try Timecode(fields, rate: rate) }
    #expect(error == .noDropFrame(fields, rate))
    #expect(error?.suggestion == "00:00:02:15")
  }

  @Test("numbers out of range are refused")
  func outOfRange() throws {
    let rate = try rate("30")
    func fields(_ h: Int, _ m: Int, _ s: Int, _ f: Int) -> TimecodeFields {
      TimecodeFields(hours: h, minutes: m, seconds: s, frames: f)
    }
    for bad in [
      fields(24, 0, 0, 0), fields(-1, 0, 0, 0), fields(0, 60, 0, 0), fields(0, 0, 60, 0),
      fields(.max, .max, .max, 0), fields(.min, .min, .min, 0),
    ] {
      #expect(throws: TimeResolutionError.outOfRange) { try Timecode(bad, rate: rate) }
    }
    for frame in [30, -1, .max, .min] {
      let bad = fields(0, 0, 0, frame)
      #expect(throws: TimeResolutionError.frameNumberTooLarge(bad, rate)) {
        try Timecode(bad, rate: rate)
      }
    }
    let half = try self.rate("12.5")
    #expect(throws: TimeResolutionError.noTimecode(half)) {
      try Timecode(fields(0, 0, 0, 0), rate: half)
    }
    #expect(Timecode(frame: FrameIndex(0), rate: half, dropFrame: false) == nil)
    #expect(Timecode(frame: FrameIndex(-1), rate: rate, dropFrame: false) == nil)
    #expect(Timecode(frame: FrameIndex(.max), rate: rate, dropFrame: false) == nil)
    #expect(Timecode(frame: FrameIndex(.min), rate: rate, dropFrame: false) == nil)
  }

  @Test("timecodes are ordered as their frames are")
  func order() throws {
    let rate = try rate("29.97")
    let last = try #require(Timecode.parse("00:00:59;29", rate: rate))
    let next = try #require(Timecode.parse("00:01:00;02", rate: rate))
    #expect(last < next && !(next < last) && !(last < last))
  }

  @Test("only a timecode is read as one")
  func parsing() throws {
    let rate = try rate("29.97")
    for text in ["2.5", "75f", "-00:00:00:01", "00:00:02", "00:01:00;00", "00:00:00:30", "x"] {
      #expect(Timecode.parse(text, rate: rate) == nil, "\(text)")
    }
    #expect(Timecode.parse("00;00;02;15", rate: rate)?.description == "00:00:02;15")
  }
}
