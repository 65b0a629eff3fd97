/// An edit of which a test says what differs from the usual one.
struct SmallEdit {
  var media = [
    #""beach": { "generate": "counter", "clip": 1 }"#,
    #""night": { "generate": "counter", "clip": 2 }"#, #""town": { "generate": "bars" }"#,
    #""hum": { "generate": "tone" }"#,
  ]
  var clips = [
    #"{ "id": "a", "clip": "beach", "in": "1s", "duration": "2s" }"#,
    #"{ "id": "b", "clip": "night", "in": "2s", "duration": "4s" }"#,
    #"{ "id": "c", "clip": "town", "in": "3s", "duration": "3s" }"#,
  ]
  var second = [#"{ "id": "d", "clip": "town", "at": "1s", "duration": "1s", "opacity": 0.5 }"#]
  var sound = #"{ "id": "hum", "audio": [ { "clip": "hum", "duration": "5s" } ] }"#
  var titles = [
    #"{ "id": "t", "at": "1s", "duration": "3s", "text": "Day", "size": 8, "position": [32, 18] }"#
  ]
  var output = [#""size": "64x36""#, #""frameRate": 10"#]

  var text: String {
    """
    { "cutlist": 1, "output": { \(output.joined(separator: ", ")) },
      "media": { \(media.joined(separator: ", ")) },
      "tracks": [
        { "id": "main", "video": [ \(clips.joined(separator: ", ")) ] },
        { "id": "over", "video": [ \(second.joined(separator: ", ")) ] },
        \(sound),
        { "id": "words", "titles": [ \(titles.joined(separator: ", ")) ] } ] }

    """
  }

  static func changed(_ change: (inout SmallEdit) -> Void) -> String {
    var edit = SmallEdit()
    change(&edit)
    return edit.text
  }
}

/// Two edits of one project by two people, and what becomes of them.
struct EditPair {
  enum Result {
    case merged((inout SmallEdit) -> Void)
    /// The first and the last mark of the only conflict, without their signs.
    case conflict(String, String)
  }

  var name: String
  var ours: (inout SmallEdit) -> Void
  var theirs: (inout SmallEdit) -> Void
  var result: Result

  init(
    _ name: String, _ ours: @escaping (inout SmallEdit) -> Void,
    _ theirs: @escaping (inout SmallEdit) -> Void, _ result: Result
  ) {
    self.name = name
    self.ours = ours
    self.theirs = theirs
    self.result = result
  }
}

extension SmallEdit {
  fileprivate mutating func change(_ clip: Int, _ old: String, _ new: String) {
    clips[clip] = clips[clip].replacing(old, with: new)
  }

  fileprivate mutating func changeTitle(_ old: String, _ new: String) {
    titles[0] = titles[0].replacing(old, with: new)
  }

  fileprivate mutating func rename(_ old: String, _ new: String) {
    media = media.map { $0.replacing("\"\(old)\":", with: "\"\(new)\":") }
    clips = clips.map { $0.replacing("\"clip\": \"\(old)\"", with: "\"clip\": \"\(new)\"") }
    second = second.map { $0.replacing("\"clip\": \"\(old)\"", with: "\"clip\": \"\(new)\"") }
  }

  fileprivate static let x = #"{ "id": "x", "clip": "beach", "in": "9s", "duration": "1s" }"#
  fileprivate static let y = #"{ "id": "y", "clip": "night", "in": "8s", "duration": "1s" }"#
  fileprivate static let dissolve = #"{ "transition": "dissolve", "duration": "1s" }"#
}

extension EditPair {
  static var all: [EditPair] { clips + order + others + conflicts }

  private static var clips: [EditPair] {
    [
      EditPair(
        "trim-and-move", { $0.change(1, #""duration": "4s""#, #""duration": "3s""#) },
        { $0.clips.swapAt(1, 2) },
        .merged {
          $0.change(1, #""duration": "4s""#, #""duration": "3s""#)
          $0.clips.swapAt(1, 2)
        }),
      EditPair(
        "trims-of-two-clips", { $0.change(0, "2s", "1.5s") },
        { $0.change(2, #""3s" }"#, #""2s" }"#) },
        .merged {
          $0.change(0, "2s", "1.5s")
          $0.change(2, #""3s" }"#, #""2s" }"#)
        }),
      EditPair(
        "head-and-tail", { $0.change(1, #""in": "2s""#, #""in": "2.5s""#) },
        { $0.change(1, #""4s""#, #""3s""#) },
        .merged {
          $0.change(1, #""in": "2s""#, #""in": "2.5s""#)
          $0.change(1, #""4s""#, #""3s""#)
        }),
      EditPair(
        "trim-and-fit", { $0.change(1, #""4s""#, #""3s""#) },
        { $0.change(1, " }", #", "fit": "cover" }"#) },
        .merged {
          $0.change(1, #""4s""#, #""3s""#)
          $0.change(1, " }", #", "fit": "cover" }"#)
        }),
      EditPair(
        "the-same-trim", { $0.change(1, #""4s""#, #""3s""#) }, { $0.change(1, #""4s""#, #""3s""#) },
        .merged { $0.change(1, #""4s""#, #""3s""#) }),
      EditPair(
        "split-and-other-trim",
        {
          $0.change(1, #""4s""#, #""1s""#)
          $0.clips.insert(#"{ "id": "b2", "clip": "night", "in": "3s", "duration": "3s" }"#, at: 2)
        }, { $0.change(0, "2s", "1.5s") },
        .merged {
          $0.change(1, #""4s""#, #""1s""#)
          $0.clips.insert(#"{ "id": "b2", "clip": "night", "in": "3s", "duration": "3s" }"#, at: 2)
          $0.change(0, "2s", "1.5s")
        }),
      EditPair(
        "to-another-track-and-trim", { $0.second.append($0.clips.remove(at: 2)) },
        { $0.change(2, #""3s" }"#, #""2s" }"#) },
        .merged {
          $0.change(2, #""3s" }"#, #""2s" }"#)
          $0.second.append($0.clips.remove(at: 2))
        }),
      EditPair(
        "duration-becomes-out-and-muted",
        { $0.change(1, #""duration": "4s""#, #""out": "5s""#) },
        { $0.change(1, " }", #", "muted": true }"#) },
        .merged {
          $0.change(1, #""duration": "4s""#, #""out": "5s""#)
          $0.change(1, " }", #", "muted": true }"#)
        }),
    ]
  }

  private static var order: [EditPair] {
    [
      EditPair(
        "additions-apart", { $0.clips.insert(SmallEdit.x, at: 0) },
        { $0.clips.append(SmallEdit.y) },
        .merged { $0.clips = [SmallEdit.x] + $0.clips + [SmallEdit.y] }),
      EditPair(
        "additions-at-one-place", { $0.clips.insert(SmallEdit.x, at: 2) },
        { $0.clips.insert(SmallEdit.y, at: 2) },
        .merged { $0.clips.insert(contentsOf: [SmallEdit.x, SmallEdit.y], at: 2) }),
      EditPair(
        "the-same-addition", { $0.clips.insert(SmallEdit.x, at: 2) },
        { $0.clips.insert(SmallEdit.x, at: 2) },
        .merged { $0.clips.insert(SmallEdit.x, at: 2) }),
      EditPair(
        "removal-and-trim-beside", { $0.clips.remove(at: 0) },
        { $0.change(1, #""4s""#, #""3s""#) },
        .merged {
          $0.change(1, #""4s""#, #""3s""#)
          $0.clips.remove(at: 0)
        }),
      EditPair(
        "removals", { $0.clips.remove(at: 0) }, { $0.clips.remove(at: 2) },
        .merged { $0.clips = [$0.clips[1]] }),
      EditPair(
        "the-same-removal", { $0.clips.remove(at: 1) }, { $0.clips.remove(at: 1) },
        .merged { $0.clips.remove(at: 1) }),
      EditPair(
        "replacement-and-trim-beside", { $0.clips[0] = SmallEdit.x },
        { $0.change(1, #""4s""#, #""3s""#) },
        .merged {
          $0.clips[0] = SmallEdit.x
          $0.change(1, #""4s""#, #""3s""#)
        }),
      EditPair(
        "transition-and-trim", { $0.clips.insert(SmallEdit.dissolve, at: 1) },
        { $0.change(2, #""3s" }"#, #""2s" }"#) },
        .merged {
          $0.change(2, #""3s" }"#, #""2s" }"#)
          $0.clips.insert(SmallEdit.dissolve, at: 1)
        }),
      EditPair(
        "transitions-at-two-cuts", { $0.clips.insert(SmallEdit.dissolve, at: 1) },
        { $0.clips.insert(SmallEdit.dissolve, at: 2) },
        .merged {
          $0.clips.insert(SmallEdit.dissolve, at: 2)
          $0.clips.insert(SmallEdit.dissolve, at: 1)
        }),
    ]
  }

  private static var others: [EditPair] {
    [
      EditPair(
        "title-words-and-time", { $0.changeTitle("Day", "Night") },
        { $0.changeTitle(#""at": "1s""#, #""at": "2s""#) },
        .merged {
          $0.changeTitle("Day", "Night")
          $0.changeTitle(#""at": "1s""#, #""at": "2s""#)
        }),
      EditPair(
        "title-size-and-length", { $0.changeTitle(#""size": 8"#, #""size": 9"#) },
        { $0.changeTitle(#""duration": "3s""#, #""until": "5s""#) },
        .merged {
          $0.changeTitle(#""size": 8"#, #""size": 9"#)
          $0.changeTitle(#""duration": "3s""#, #""until": "5s""#)
        }),
      EditPair(
        "media-renamed-and-used", { $0.rename("beach", "shore") },
        { $0.clips.append(SmallEdit.x) },
        .merged {
          $0.clips.append(SmallEdit.x)
          $0.rename("beach", "shore")
        }),
      EditPair(
        "media-used-and-renamed", { $0.clips.append(SmallEdit.x) },
        { $0.rename("beach", "shore") },
        .merged {
          $0.clips.append(SmallEdit.x)
          $0.rename("beach", "shore")
        }),
      EditPair(
        "media-added-by-both", { $0.media.append(##""p": { "color": "#112233" }"##) },
        { $0.media.append(##""q": { "color": "#445566" }"##) },
        .merged {
          $0.media += [##""p": { "color": "#112233" }"##, ##""q": { "color": "#445566" }"##]
        }),
      EditPair(
        "output-size-and-rate", { $0.output[0] = #""size": "32x18""# },
        { $0.output[1] = #""frameRate": 20"# },
        .merged { $0.output = [#""size": "32x18""#, #""frameRate": 20"#] }),
      EditPair(
        "gain-and-fade",
        {
          $0.sound = $0.sound.replacing(#""hum", "audio""#, with: #""hum", "gain": 0.5, "audio""#)
        },
        { $0.sound = $0.sound.replacing(#""5s""#, with: #""5s", "fadeOut": "1s""#) },
        .merged {
          $0.sound = $0.sound.replacing(#""hum", "audio""#, with: #""hum", "gain": 0.5, "audio""#)
            .replacing(#""5s""#, with: #""5s", "fadeOut": "1s""#)
        }),
    ]
  }

  private static var conflicts: [EditPair] {
    [
      EditPair(
        "both-trim", { $0.change(1, #""4s""#, #""3s""#) }, { $0.change(1, #""4s""#, #""2s""#) },
        .conflict("ours: clip 'b' shows 2s to 5s", "theirs: clip 'b' shows 2s to 4s")),
      EditPair(
        "split-and-trim",
        {
          $0.change(1, #""4s""#, #""1s""#)
          $0.clips.insert(#"{ "id": "b2", "clip": "night", "in": "3s", "duration": "3s" }"#, at: 2)
        }, { $0.change(1, #""4s""#, #""3.5s""#) },
        .merged {
          $0.change(1, #""4s""#, #""1s""#)
          $0.clips.insert(
            #"{ "id": "b2", "clip": "night", "in": "3s", "duration": "2.5s" }"#, at: 2)
        }),
      EditPair(
        "split-and-removal",
        {
          $0.change(1, #""4s""#, #""1s""#)
          $0.clips.insert(#"{ "id": "b2", "clip": "night", "in": "3s", "duration": "3s" }"#, at: 2)
        }, { $0.clips.remove(at: 1) },
        .conflict(
          "ours: clip 'b' split; clip 'b2' split", "theirs: clip 'b' removed; clip 'b2' removed")),
      EditPair(
        "trim-and-removal", { $0.change(1, #""4s""#, #""3s""#) }, { $0.clips.remove(at: 1) },
        .conflict("ours: clip 'b' changed", "theirs: clip 'b' removed")),
      EditPair(
        "removal-and-trim", { $0.clips.remove(at: 1) }, { $0.change(1, #""4s""#, #""3s""#) },
        .conflict("ours: clip 'b' removed", "theirs: clip 'b' changed")),
      EditPair(
        "words-of-one-title", { $0.changeTitle("Day", "Noon") }, { $0.changeTitle("Day", "Dusk") },
        .conflict("ours: title 't': text Noon", "theirs: title 't': text Dusk")),
      EditPair(
        "duration-and-out", { $0.change(1, #""4s""#, #""3s""#) },
        { $0.change(1, #""duration": "4s""#, #""out": "4s""#) },
        .conflict("ours: clip 'b' shows 2s to 5s", "theirs: clip 'b' shows 2s to 4s")),
      EditPair(
        "two-rates", { $0.output[1] = #""frameRate": 20"# }, { $0.output[1] = #""frameRate": 5"# },
        .conflict("ours: output: frameRate 20", "theirs: output: frameRate 5")),
      EditPair(
        "two-clips-of-one-name", { $0.clips.append(SmallEdit.x) },
        { $0.clips.append(SmallEdit.x.replacing("9s", with: "7s")) },
        .conflict("ours: clip 'x': in 9s", "theirs: clip 'x': in 7s")),
    ]
  }
}
