import Diagnostics
import BaseValues
import TimelineModel

/// A text as it is written, with the forms of its runs; none where all of it has one.
struct WrittenText: Sendable {
  var text: String
  var runs: [TextRunDocument] = []
  /// In the order of the text.
  var counters: [TextCounterDocument] = []

  /// Adds a text behind it.
  mutating func append(_ other: WrittenText) {
    let start = text.unicodeScalars.count
    text.unicodeScalars.append(contentsOf: other.text.unicodeScalars)
    runs += other.runs
    for var counter in other.counters {
      counter.place = counter.place.lowerBound + start..<counter.place.upperBound + start
      counters.append(counter)
    }
  }
}

/// Reads a text: a string, or an array of strings and of runs with forms of their own.
enum TextRunReader {
  static let words = Key(
    "text", Shape<String>.text("a text", example: "\"Hello\""), "What it says.",
    examples: ["\"Hello\""])
  static let script = Key(
    "script", Shape<TextScript>.name("a script"), "Whether it is small and raised or lowered.",
    default: "\"normal\"", examples: ["\"super\""], since: "0.2.0")
  static let size = Key(
    "size",
    Shape<Length>.length(
      "a font size", within: TextStyle.sizes, ofText: true, example: "\"1.5em\""),
    "Font size; an `em` is the text's.", examples: ["\"1.5em\""], since: "0.2.0")
  static let box = Key(
    "box", BoxReader.runShape, "A filled box behind the run.", examples: ["{\"color\": \"navy\"}"],
    since: "0.2.0")
  static let description = ObjectDescription(
    "textRun", "a run",
    "A part of a text with a form of its own; what it leaves out is the text's.",
    keys: [
      words.description, TextCounterReader.key.description, LayerReader.font.description.free,
      size.description,
      LayerReader.weight.description.free, LayerReader.italic.description.free,
      LayerReader.color.description.free, TextFormReader.underline.description.free,
      TextFormReader.strike.description.free, script.description,
      TextFormReader.letterSpacing.description.free, box.description,
    ],
    exclusive: [["text", "counter"]], oneRequired: [["text", "counter"]])

  private static let run = Shape<WrittenText>(
    expected: "a text or a run", example: "\"Hello\"",
    schema: .any([Shape<String>.text("a text", example: "").schema, .object(description)])
  ) { value, reading in
    guard case .object = value.kind else {
      guard case .string = value.kind else {
        return reading.wrong(value, "a text or a run", "{ \"text\": \"Hello\" }")
      }
      return words.shape.read(value, &reading).map { text in
        forms(of: TextCounterReader.split(text, range: value.range), TextRunDocument())
      }
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var text = fields.read(words, &reading).map {
      TextCounterReader.split($0.value, range: $0.range)
    }
    if let counter = fields.read(TextCounterReader.key, &reading)?.value, text == nil {
      var written = WrittenText(text: "")
      written.add(counter)
      text = written
    }
    var run = TextRunDocument()
    run.run.font = (fields.read(LayerReader.font, &reading)?.value).map { FontChoice($0) }
    run.size = fields.read(size, &reading)?.value
    run.run.weight = fields.read(LayerReader.weight, &reading)?.value
    run.run.italic = fields.read(LayerReader.italic, &reading)?.value
    run.run.color = fields.read(LayerReader.color, &reading)?.value
    run.run.isUnderlined = fields.read(TextFormReader.underline, &reading)?.value
    run.run.isStruck = fields.read(TextFormReader.strike, &reading)?.value
    run.run.script = fields.read(script, &reading)?.value ?? .normal
    run.lengths.append(fields.read(TextFormReader.letterSpacing, &reading)?.value) {
      $0.letterSpacing = $1
    }
    run.box = fields.read(box, &reading)?.value
    return text.map { forms(of: $0, run) }
  }

  /// A text in one form; counters are runs of their own, for they get longer and shorter.
  private static func forms(of text: WrittenText, _ run: TextRunDocument) -> WrittenText {
    var text = text
    let whole = text.text.unicodeScalars.count
    let places =
      [0] + text.counters.flatMap { [$0.place.lowerBound, $0.place.upperBound] } + [whole]
    for (start, end) in zip(places, places.dropFirst()) where end > start || whole == 0 {
      var part = run
      part.run.length = end - start
      text.runs.append(part)
    }
    return text
  }

  static let text: Shape<WrittenText> = {
    let expected = "a text, or an array of 1 to \(TextRun.most) texts and runs"
    let single = Shape<String>.text("a text", example: "\"Hello\"")
    return Shape(
      expected: "a text", example: single.example,
      schema: .any([single.schema, .array(run.schema, atLeast: 1, atMost: TextRun.most)])
    ) { value, reading in
      guard case .array(let items) = value.kind else {
        return single.read(value, &reading).map {
          TextCounterReader.split($0, range: value.range)
        }
      }
      guard (1...TextRun.most).contains(items.count) else {
        reading.report(
          ProjectMessages.wrongCount(items.count, expected: expected, range: value.range))
        return nil
      }
      var whole = WrittenText(text: "")
      var isComplete = true
      for item in items {
        guard let part = run.read(item, &reading) else {
          isComplete = false
          continue
        }
        whole.append(part)
      }
      return isComplete ? whole : nil
    }
  }()
}
