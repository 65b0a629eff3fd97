import BaseValues
import Testing

@Suite("Times as people write them")
struct TimeExpressionTests {
  private func rate(_ text: String) throws -> FrameRate { try #require(FrameRate.parse(text)) }

  @Test(
    "every spelling has its time, and prints back the same",
    arguments: [
      // Seconds.
      ("2.5", "30", 5, 2), ("2.5s", "30", 5, 2), ("2.50s", "30", 5, 2), ("0", "30", 0, 1),
      ("-2.5s", "30", -5, 2), ("+2.5", "30", 5, 2), ("0.1", "30", 1, 10), ("1e-3", "30", 1, 1000),
      ("2.5e1s", "30", 25, 1), ("500ms", "30", 1, 2), ("-0.5ms", "30", -1, 2000),
      // Fractions.
      ("1001/30000s", "30", 1001, 30000), ("17/3s", "30", 17, 3), ("-1/2s", "30", -1, 2),
      ("17/3", "30", 17, 3), ("6/4s", "30", 3, 2),
      // Frames.
      ("75f", "30", 5, 2), ("75f", "25", 3, 1), ("75f", "30000/1001", 1001, 400),
      ("-75f", "30", -5, 2), ("+075f", "30", 5, 2), ("0f", "24", 0, 1),
      // Clocks.
      ("00:01:02.500", "30", 125, 2), ("01:02.5", "30", 125, 2), ("01:02", "30", 62, 1),
      ("00:01:02", "30", 62, 1), ("1:00:00", "30", 3600, 1), ("90:00", "30", 5400, 1),
      ("-00:00:00.5", "30", -1, 2), ("100:00:00.001", "30", 360_000_001, 1000),
      // Timecode.
      ("00:00:02:15", "30", 5, 2), ("00:00:02:15", "30000/1001", 1001, 400),
      ("-00:00:02:15", "30", -5, 2), ("00:00:02;15", "30000/1001", 1001, 400),
      ("00;00;02;15", "30000/1001", 1001, 400), ("00:01:00;02", "30000/1001", 3003, 50),
      ("00:00:00:100", "120", 5, 6), ("01:00:00:00", "24000/1001", 18018, 5),
    ] as [(String, String, Int64, Int64)])
  func spellings(text: String, rate: String, numerator: Int64, denominator: Int64) throws {
    let expression = try TimeExpression(parsing: text)
    #expect(expression.description == text)
    #expect(try expression.resolved(rate: try self.rate(rate)) == Rational(numerator, denominator))
    #expect(try TimeExpression(parsing: expression.description) == expression)
  }

  @Test(
    "what is wrong is said, with its place",
    arguments: [
      ("", 0, "a time is missing"), ("s", 0, "a number is missing"),
      ("-", 1, "a number is missing"),
      (" 5", 0, "a number is missing"), (".5", 0, "a digit is missing before the point"),
      ("5.", 2, "a digit is missing after the point"),
      ("-5.s", 3, "a digit is missing after the point"),
      ("5 s", 1, "the text after the number is no unit of time"),
      ("5sec", 1, "'sec' is no unit of time; there are s, ms and f (frames)"),
      ("5S", 1, "'S' is no unit of time; there are s, ms and f (frames)"),
      ("1h30m", 1, "the text after the number is no unit of time"),
      ("5é", 1, "the text after the number is no unit of time"),
      ("2.5f", 0, "a number of frames is whole"),
      ("99999999999999999999f", 0, "the number is out of range"),
      ("1e30s", 0, "the number is out of range"), ("1e-18ms", 0, "the number is out of range"),
      ("1/0s", 2, "the denominator is zero"), ("1/s", 2, "a number is missing"),
      ("/2s", 0, "a number is missing"), ("1.5/2s", 0, "a fraction is made of whole numbers"),
      ("1/2.5s", 2, "a fraction is made of whole numbers"),
      ("1/-2s", 2, "the sign of a fraction goes in front of it"),
      ("1/2f", 3, "'f' is no unit of time; there are s, ms and f (frames)"),
      ("1/2/3", 3, "the text after the number is no unit of time"),
      ("1/99999999999999999999s", 2, "the number is out of range"),
      (":30", 0, "a digit is missing"), ("00:", 3, "a digit is missing"),
      ("00::00", 3, "a digit is missing"), ("1:5", 2, "write two digits"),
      ("00:60", 3, "the seconds are 00 to 59"), ("00:60:00", 3, "the minutes are 00 to 59"),
      ("00:00:60", 6, "the seconds are 00 to 59"),
      ("00:00.", 6, "a digit is missing after the point"),
      ("00:00:01s", 8, "a clock time ends with its seconds"),
      ("00:01.5e3", 7, "a clock time ends with its seconds"),
      ("00.5:01", 4, "a clock time ends with its seconds"),
      ("00;02", 2, "';' belongs in a drop-frame timecode, as in 00:00:02;15"),
      ("99999999999999999999:00", 0, "the number is out of range"),
      ("00:00:00:00:00", 11, "a timecode has four fields, hours:minutes:seconds:frames"),
      ("00:00:02:1", 9, "write two digits"), ("0:00:02:15", 0, "write two digits"),
      ("00:00:02:15f", 11, "a timecode ends with its frames"),
      ("00:00:02:15.5", 11, "a timecode ends with its frames"),
      ("24:00:00:00", 0, "the hours of a timecode are 00 to 23"),
      ("00:60:00:00", 3, "the minutes are 00 to 59"),
      ("00:00:60:00", 6, "the seconds are 00 to 59"),
      ("00;00:02:15", 2, "drop-frame timecode has ';' before the frames, or everywhere"),
      ("00;00;02:15", 2, "drop-frame timecode has ';' before the frames, or everywhere"),
    ] as [(String, Int, String)])
  func syntaxErrors(text: String, offset: Int, reason: String) {
    let error = #expect(throws: TimeSyntaxError.self) { try TimeExpression(parsing: text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test("a timecode that does not exist at the output rate is refused with what is legal")
  func resolutionErrors() throws {
    func message(_ text: String, _ rate: String) throws -> (String?, String?) {
      let expression = try TimeExpression(parsing: text)
      let frameRate = try self.rate(rate)
      let error = #expect(throws: TimeResolutionError.self) {
        try expression.resolved(rate: frameRate)
      }
      return (error?.description, error?.suggestion)
    }
    #expect(
      try message("00:01:00;00", "29.97") == (
        "drop-frame timecode leaves out '00:01:00;00'; the next one is '00:01:00;02'", "00:01:00;02"
      ))
    #expect(
      try message("00:00:02;15", "25") == (
        "'00:00:02;15' is drop-frame timecode, which exists at 29.97 and 59.94 frames per second"
          + " and not at 25", "00:00:02:15"
      ))
    #expect(
      try message("00:00:02:25", "25") == (
        "frame 25 of '00:00:02:25' is above 24, the last one of a second at 25 frames per second",
        "00:00:03:00"
      ))
    #expect(
      try message("00:00:02:05", "12.5") == (
        "there is no timecode at 12.5 frames per second", nil
      ))
    #expect(try message("9223372036854775807f", "1/1000") == ("the time is out of range", nil))
  }

  @Test("times made from values are written in their plainest spelling and read back")
  func factories() throws {
    let rate = try rate("29.97")
    let timecode = try #require(Timecode(frame: FrameIndex(1800), rate: rate, dropFrame: true))
    for (expression, text) in [
      (.seconds(try #require(Rational(5, 2))), "2.5s"),
      (.seconds(try #require(Rational(-17, 3))), "-17/3s"), (.seconds(Rational(3)), "3s"),
      (.frames(-75), "-75f"), (.frames(.min), "-9223372036854775808f"),
      (.timecode(timecode), "00:01:00;02"),
    ] as [(TimeExpression, String)] {
      #expect(expression.description == text)
      #expect(try TimeExpression(parsing: text) == expression)
    }
  }

  @Test("only frames and timecode depend on the output rate")
  func dependence() throws {
    for (text, depends) in [
      ("2.5", false), ("01:02.5", false), ("75f", true), ("00:00:00:01", true),
    ] {
      #expect(try TimeExpression(parsing: text).dependsOnFrameRate == depends)
    }
  }
}
