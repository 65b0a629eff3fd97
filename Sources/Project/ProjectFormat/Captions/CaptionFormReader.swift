import BaseValues
import Diagnostics
import TimelineModel

/// Reads what a track does with all of its captions.
enum CaptionFormReader {
  private static let color = LayerReader.color
  private static let opacity = Key(
    "opacity", Shape<Rational>.number("an opacity", minimum: .zero, maximum: .one, example: "0.5"),
    "How opaque the word's letters are, in the colour that they have: their speaker's or the file's, if nothing else "
      + "is said.", default: "1", examples: ["0.5"], since: "0.2.0")
  private static let scale = Key(
    "scale",
    Shape<Rational>.number(
      "a scale", minimum: TextRun.scales.lowerBound, maximum: Rational(4), example: "1.2"),
    "How much larger the word is drawn; nothing else moves.", default: "1", examples: ["1.2"],
    since: "0.2.0")
  private static let rise = Key(
    "rise",
    Shape<Length>.length(
      "a length", within: TextStyle.lengths, ofText: true, example: "\"0.1em\""),
    "How much higher the word is drawn.", default: "0", examples: ["\"0.1em\""], since: "0.2.0")

  private static let stateDescription = ObjectDescription(
    "wordState", "a word's state", "What a word looks like; what is left out is the caption's.",
    keys: [
      color.description.free, opacity.description, LayerReader.weight.description.free,
      LayerReader.italic.description.free, TextFormReader.underline.description.free,
      scale.description, rise.description, TextRunReader.box.description,
    ])
  private static let state = Shape.object(stateDescription, example: "{ \"color\": \"yellow\" }") {
    value, reading -> CaptionWordState? in
    guard let fields = ObjectFields(value, stateDescription, &reading) else { return nil }
    var state = CaptionWordState()
    state.color = fields.read(color, &reading)?.value
    state.opacity = fields.read(opacity, &reading)?.value
    state.weight = fields.read(LayerReader.weight, &reading)?.value
    state.italic = fields.read(LayerReader.italic, &reading)?.value
    state.isUnderlined = fields.read(TextFormReader.underline, &reading)?.value
    state.scale = fields.read(scale, &reading)?.value
    state.rise = fields.read(rise, &reading)?.value
    state.box = fields.read(TextRunReader.box, &reading)?.value
    return state
  }

  private static let coming = Key(
    "coming", state, "Words that are still to come.", examples: ["{\"color\": \"#ffffff80\"}"],
    since: "0.2.0")
  private static let now = Key(
    "now", state,
    "The word that is being said. Without any of the three it is yellow, unless words come one at a time.",
    examples: ["{\"color\": \"yellow\", \"scale\": 1.1}"], since: "0.2.0")
  private static let said = Key(
    "said", state, "Words that have been said.", examples: ["{\"color\": \"#ffffff80\"}"],
    since: "0.2.0")
  private static let most = Key(
    "atMost", Shape<Int>.integer("a number of words", in: 1...100, example: "4"),
    "How many words are shown at once.", examples: ["4", "1"], since: "0.2.0")
  private static let wordsDescription = ObjectDescription(
    "captionWords", "how words are shown", "How words look before, while and after they are said.",
    keys: [most.description, now.description, coming.description, said.description])
  static let words = Key(
    "words",
    Shape.object(wordsDescription, example: "{ \"now\": { \"color\": \"yellow\" } }") {
      value, reading -> CaptionWordsDocument? in
      guard let fields = ObjectFields(value, wordsDescription, &reading) else { return nil }
      let states = [coming, now, said].map { fields.read($0, &reading)?.value }
      var words = CaptionWordsDocument()
      words.coming = states[0] ?? CaptionWordState()
      words.now = states[1] ?? CaptionWordState()
      words.said = states[2] ?? CaptionWordState()
      words.most = fields.read(most, &reading)?.value
      if states.allSatisfy({ $0 == nil }), words.most != 1 {
        words.now.color = Color(red: 255, green: 255, blue: 0)
      }
      return words
    },
    "Shows which word is said. Times come from the file; words without any share their caption's by letters. Where "
      + "Chinese and Japanese have no times, each character is a word.",
    examples: ["{\"now\": {\"color\": \"yellow\"}}"], since: "0.2.0")

  static let characters = Key(
    "characters", Shape<Int>.integer("a number of characters", in: 4...200, example: "42"),
    "How many characters a line has at most; longer captions are broken anew, and into several.",
    examples: ["42"], since: "0.2.0")
  static let lines = Key(
    "lines", Shape<Int>.integer("a number of lines", in: 1...10, example: "2"),
    "How many lines a caption has at most. Those that are drawn in more, because they are wider than the text's "
      + "`width`, are told.", examples: ["2"], since: "0.2.0")
  static let uppercase = Key(
    "uppercase", Shape<Bool>.boolean, "Whether captions are written in capitals.",
    default: "false", examples: ["true"], since: "0.2.0")
  static let replace = Key(
    "replace", Shape<[(word: String, by: String)]>.replacements,
    "Words, and what is written in their places. Whole words count; in Chinese, Japanese, Thai and the like, letters "
      + "wherever they stand.", examples: ["{\"colour\": \"color\"}"],
    since: "0.2.0")
  static let censor = Key(
    "censor",
    Shape<[Located<String>]>.list(
      of: .text("a word", example: "\"damn\""), "an array of words", example: "[\"damn\"]"),
    "Words of which only the first letter is written, found as those of `replace`.",
    examples: ["[\"damn\"]"], since: "0.2.0")

  static let speakers = Key(
    "speakers", Shape<[SpeakerColor]>.speakers,
    "Colours of those who speak, by the names that the file gives or that begin a caption: `ANNA: Hello`.",
    examples: ["{\"Anna\": \"yellow\", \"Ben\": \"aqua\"}"], since: "0.2.0")

  static let keys: [KeyDescription] = [
    words.description, characters.description, lines.description, uppercase.description,
    replace.description, censor.description, speakers.description,
  ]

  static let names = Set(keys.map(\.name))

  /// What is wrong with some of these keys by themselves.
  static func check(_ members: [JSONMember], _ reading: inout Reading) {
    let value = JSONValue(range: .none, kind: .object(members))
    let description = ObjectDescription(
      "captionForm", "a track of captions", "What is done with the words of captions.", keys: keys)
    if let fields = ObjectFields(value, description, &reading) { _ = read(fields, &reading) }
  }

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> CaptionForm {
    var form = CaptionForm()
    form.words = fields.read(words, &reading)?.value
    form.characters = fields.read(characters, &reading)?.value
    form.lines = fields.read(lines, &reading)?.value
    form.isUppercase = fields.read(uppercase, &reading)?.value ?? false
    form.replaced = fields.read(replace, &reading)?.value ?? []
    form.censored = fields.read(censor, &reading)?.value.map(\.value) ?? []
    form.speakers = fields.read(speakers, &reading)?.value ?? []
    return form
  }
}

extension Shape where Value == [SpeakerColor] {
  fileprivate static var speakers: Shape {
    let color = Shape<Color>.color
    let expected = "an object of names and colours"
    let example = "{ \"Anna\": \"yellow\" }"
    return Shape(expected: expected, example: example, schema: .map(color.schema)) {
      value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      return members.prefix(1000).compactMap { member in
        color.read(member.value, &reading).map {
          SpeakerColor(name: member.key, color: $0, range: member.keyRange)
        }
      }
    }
  }
}

extension Shape where Value == [(word: String, by: String)] {
  fileprivate static var replacements: Shape {
    let text = Shape<String>(
      expected: "a text", example: "\"color\"", schema: .string(pattern: nil)
    ) { value, reading in
      guard case .string(let text) = value.kind else {
        return reading.wrong(value, "a text", "\"color\"")
      }
      return text
    }
    let expected = "an object of words and what stands for them"
    return Shape(
      expected: expected, example: "{ \"colour\": \"color\" }", schema: .map(text.schema)
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, "{ \"colour\": \"color\" }")
      }
      return members.prefix(1000).compactMap { member in
        if member.key.allSatisfy(\.isWhitespace) {
          reading.report(ProjectMessages.emptyText(expected: "a word", range: member.keyRange))
          return nil
        }
        return text.read(member.value, &reading).map { (word: member.key, by: $0) }
      }
    }
  }
}
