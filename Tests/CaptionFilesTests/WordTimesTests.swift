import CaptionFiles
import Diagnostics
import Testing

@Suite("JSON with the times of words")
struct WordTimesFileTests {
  @Test("of whisper, words without times get those between their neighbours'")
  func whisper() {
    let (file, _, findings) = CaptionReader.read(
      SourceFile(
        path: "a.json",
        text: """
          { "text": "x", "language": "en", "segments": [
            { "start": 0.5, "end": 3.0, "text": " Hello, 42 world.", "words": [
              { "word": " Hello,", "start": 0.5, "end": 0.98, "probability": 0.9 }, { "word": " 42" },
              { "word": " world", "start": 2.0, "end": 2.5 }, { "word": "." } ] },
            { "start": 4, "end": 5, "text": " no words" } ] }
          """))
    let captions = file?.captions ?? []
    #expect(lines(captions) == ["500-3000 Hello, 42 world.", "4000-5000 no words"])
    #expect(words(captions.first) == "500-980 Hello,|980-2000  42|2000-2500  world.")
    #expect(words(captions.last) == "no words")
    #expect(file?.language == "en")
    #expect(findings == [])
  }

  @Test("of whisperx, words have no spaces, and several without times share by letters")
  func whisperx() {
    let file = read(
      """
      { "segments": [ { "start": 1, "end": 4, "text": "pay 10 dollars now", "speaker": "A", "words": [
        { "word": "pay", "start": 1, "end": 2 }, { "word": "10" }, { "word": "dollars" },
        { "word": "now", "start": 3.8, "end": 4 } ] } ] }
      """, as: "a.json")
    #expect(
      words(file.captions.first) == "1000-2000 pay|2000-2400  10|2400-3800  dollars|3800-4000  now")
    #expect(file.captions.first?.speaker == "A")
  }

  @Test("an emoji is a word with its own time, and a note of music is a mark of the word before it")
  func emoji() {
    let file = read(
      """
      [ { "at": 0, "duration": 4, "text": "colour \u{1F33B} la \u{266A} and", "words": [
        { "at": 0, "duration": 0.5, "text": "colour" }, { "at": 2, "duration": 0.5, "text": " \u{1F33B}" },
        { "at": 2.5, "duration": 0.4, "text": " la \u{266A}" },
        { "at": 3, "duration": 0.5, "text": " and" } ] } ]
      """, as: "a.json")
    #expect(
      words(file.captions.first)
        == "0-500 colour|2000-2500  \u{1F33B}|2500-2900  la \u{266A}|3000-3500  and")
  }

  @Test("of whisper.cpp, tokens are parts of words")
  func whisperCPP() {
    let file = read(
      """
      { "result": { "language": "en" }, "transcription": [ { "offsets": { "from": 0, "to": 1000 },
        "text": " Nitrogen!", "tokens": [ { "text": "[_BEG_]", "offsets": { "from": 0, "to": 0 } },
        { "text": " Nit", "offsets": { "from": 100, "to": 300 } },
        { "text": "rogen", "offsets": { "from": 300, "to": 800 } },
        { "text": "!", "offsets": { "from": 800, "to": 900 } } ] } ] }
      """, as: "a.json")
    #expect(words(file.captions.first) == "100-900 Nitrogen!")
  }

  @Test("of YouTube, offsets are from the event's start")
  func events() {
    let file = read(
      """
      { "events": [ { "tStartMs": 0, "dDurationMs": 9000, "id": 1 },
        { "tStartMs": 1000, "dDurationMs": 2000, "segs": [ { "utf8": "never" },
          { "utf8": " drink", "tOffsetMs": 400 } ] },
        { "tStartMs": 2990, "aAppend": 1, "segs": [ { "utf8": "\\n" } ] } ] }
      """, as: "a.json3")
    #expect(lines(file.captions) == ["1000-3000 never drink"])
    #expect(words(file.captions.first) == "1000-1400 never|1400-3000  drink")
    #expect(file.findings == [])
  }

  @Test("a list of words alone makes a caption of each sentence")
  func wordList() {
    let file = read(
      """
      [ { "word": "One.", "start": 0, "end": 0.5 }, { "word": "Two", "start": 0.6, "end": 1 },
        { "word": "three", "start": 1, "end": 1.5 }, { "word": "four", "start": 3, "end": 4 } ]
      """, as: "a.json")
    #expect(lines(file.captions) == ["0-500 One.", "600-1500 Two three", "3000-4000 four"])
  }

  @Test("other JSON is refused, and mistakes in it are told")
  func refused() {
    #expect(ids(read("{ \"a\": 1 }", as: "a.json")) == ["caption-json 1:1"])
    #expect(read("{ \"segments\": [", as: "a.json").findings.containsErrors)
  }
}
