import Diagnostics
import Foundation
import FoundationXML
import GoldenTesting
import BaseValues
import Testing
import TimelineModel

@Suite("The forms of results")
struct ResultFormTests {
  /// One that passes, one that fails in several ways, one that could not be tested.
  private var results: [ProjectResult] {
    let movie = FakeMovie(frames: 10, cut: 4, samples: 8000)
    let expectations = Expectations(
      frameCount: Located(value: 11),
      texts: [ExpectedText(time: Expectations.at(1), text: "<\"A\" & 'B'>\u{1}")],
      golden: GoldenChoice(frames: .all))
    _ = movie.test(expectations).update()
    movie.change { $0.brightness = [2: 5, 5: 7] }
    var broken = ProjectResult(path: "a & b/<c>.json")
    broken.problem = TestProblem(.machine, "media 'x' cannot be read\nnote: \u{1B}[31m]]>")
    return [FakeMovie().test(Expectations()).run(), movie.test(expectations).run(), broken]
  }

  @Test("text has a line a project, what differs below it, and a summary")
  func text() {
    let texts = results.map(ResultText.text)
    #expect(texts[0] == "passed  movie/movie.json")
    let lines = texts[1].split(separator: "\n").map(String.init)
    #expect(lines[0] == "FAILED  movie/movie.json")
    #expect(lines[1] == "  frames: the movie has 10 frames, not 11")
    #expect(lines[2].hasPrefix("  text '<\"A\" & 'B'>"))
    #expect(lines[3].hasPrefix("  frames: frame 2 of 10 differs"))
    #expect(lines.count == 5)
    #expect(texts[2].hasPrefix("cannot be tested  a & b/<c>.json\n  media 'x' cannot be read\n"))
    #expect(!texts.joined().unicodeScalars.contains("\u{1B}"))
    #expect(ResultText.summary(results) == "3 projects: 1 passed, 1 failed, 1 could not be tested")
  }

  @Test("JUnit is well-formed XML, with every character as it was or replaced")
  func junit() throws {
    let text = ResultJUnit.text(results)
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))\n\(text)")
    #expect(reader.suites == ["movie/movie.json", "movie/movie.json", "a & b/<c>.json"])
    #expect(reader.root["tests"] == "7" && reader.root["failures"] == "3")
    #expect(reader.root["errors"] == "1")
    #expect(
      reader.cases == [
        "frames", "text '<\"A\" & 'B'>\u{FFFD}' at 0.1s", "plan", "movie", "frames", "sound",
        "project",
      ])
    #expect(reader.failures.first == "the movie has 10 frames, not 11")
    #expect(reader.failures.last?.hasSuffix("note: \u{FFFD}[31m]]>") == true)
    #expect(text == ResultJUnit.text(results))
  }

  @Test("every line of NDJSON is an object of its own")
  func lines() throws {
    let lines = results.map(ResultJSON.line) + [ResultJSON.summary(results)]
    let objects = try lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.allSatisfy { !$0.contains("\n") })
    #expect(objects.map { $0["verdict"] as? String } == ["passed", "failed", "unavailable", nil])
    let frames = try #require(objects[1]["frames"] as? [String: Any])
    let differences = try #require(frames["differences"] as? [[String: Any]])
    #expect(differences.map { $0["frame"] as? Int } == [2, 5])
    #expect(differences.map { $0["finding"] as? String } == ["no-tolerance", "no-tolerance"])
    // Frame 5 was kept as a picture.
    let areas = try #require(differences[1]["areas"] as? [[String: Any]])
    #expect(areas.map { $0["squaredError"] as? Int } == [128 * 49])
    #expect(areas.map { $0["rect"] as? [Int] } == [[0, 0, 16, 8]])
    #expect(objects[3]["projects"] as? Int == 3 && objects[3]["failed"] as? Int == 1)
  }

  private final class JUnitReader: NSObject, XMLParserDelegate {
    var root: [String: String] = [:]
    var suites: [String] = []
    var cases: [String] = []
    var failures: [String] = []
    private var isFailure = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      switch name {
      case "testsuites": root = attributes
      case "testsuite": suites.append(attributes["name"] ?? "")
      case "testcase": cases.append(attributes["name"] ?? "")
      case "failure", "error":
        isFailure = true
        failures.append("")
      default: break
      }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isFailure { failures[failures.count - 1] += text }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { isFailure = false }
  }
}
