import Diagnostics
import Foundation
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("every character reads back the same, and none acts on a terminal")
  func quoting() throws {
    for value in UInt32(0)...0x30FF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b"
      let quoted = JSONText.quoted(text)
      let read = try JSONSerialization.jsonObject(
        with: Data(quoted.utf8), options: .fragmentsAllowed)
      #expect((read as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
      #expect(!quoted.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    #expect(JSONText.quoted("a\"\\/\n\u{1}\u{9B}é🎬") == #""a\"\\/\n\u0001\u009bé🎬""#)
    #expect(JSONText.quoted("") == "\"\"")
  }

  private func write(_ style: JSONWriter.Style) -> String {
    var json = JSONWriter(style)
    json.object { json in
      json.member("text", "a")
      json.member("none", nil as String?)
      json.member("count", 12)
      json.member("least", Int64.min)
      json.member("most", UInt64.max)
      json.member("yes", true)
      json.member("rate", number: 2.5)
      json.member("broken", number: .infinity)
      json.key("empty")
      json.array { _ in }
      json.key("nothing")
      json.object(inline: true) { _ in }
      json.key("size")
      json.array(inline: true) { json in
        json.integer(1280)
        json.array { json in
          json.integer(720)
          json.null()
        }
      }
      json.key("list")
      json.array { json in
        json.object(inline: true) { json in
          json.member("a", 1)
          json.member("b", false)
        }
        json.raw("1e3")
        json.boolean(true)
      }
    }
    return json.text
  }

  @Test("members come in the order given, two spaces a level, inline parts on one line")
  func pretty() {
    #expect(
      write(.pretty) == """
        {
          "text": "a",
          "none": null,
          "count": 12,
          "least": -9223372036854775808,
          "most": 18446744073709551615,
          "yes": true,
          "rate": 2.5,
          "broken": null,
          "empty": [],
          "nothing": {},
          "size": [1280, [720, null]],
          "list": [
            {"a": 1, "b": false},
            1e3,
            true
          ]
        }
        """)
  }

  @Test("the compact style has no spaces")
  func compact() {
    #expect(
      write(.compact)
        == #"{"text":"a","none":null,"count":12,"least":-9223372036854775808,"#
        + #""most":18446744073709551615,"yes":true,"rate":2.5,"broken":null,"empty":[],"#
        + #""nothing":{},"size":[1280,[720,null]],"list":[{"a":1,"b":false},1e3,true]}"#)
  }

  @Test("a single value is a document")
  func single() {
    var json = JSONWriter()
    json.string("x")
    #expect(json.text == "\"x\"")
  }
}
