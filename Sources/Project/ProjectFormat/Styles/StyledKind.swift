import Diagnostics
import TimelineModel

/// The kinds of object that take keys from defaults and styles.
enum StyledKind: String, CaseIterable {
  case title, clip, audio, transition, layer, captions

  /// The kinds of defaults there are.
  static let withDefaults: [StyledKind] = [.clip, .title, .transition, .audio]

  /// With its article, for messages.
  var noun: String {
    switch self {
    case .title: "a title"
    case .clip: "a clip"
    case .audio: "a clip of an audio track"
    case .transition: "a transition"
    case .layer: "a layer"
    case .captions: "a track of captions"
    }
  }

  /// What such an object can have.
  var description: ObjectDescription {
    switch self {
    case .title: TitleReader.description
    case .clip: ClipReader.videoDescription
    case .audio: ClipReader.audioDescription
    case .transition: TransitionReader.videoDescription
    case .layer: LayerReader.description
    case .captions: Self.captionsLook
    }
  }

  /// What a track of captions can take: how its texts look, and how they are made of the captions.
  private static let captionsLook = ObjectDescription(
    "captionsLook", "a track of captions", "How captions look, and what is done with their words.",
    keys: TitleReader.description.keys + CaptionFormReader.keys)

  /// Keys that are an object's own: what it is, where it stands, and what is said of it.
  private static let own: Set<String> = [
    "id", "style", "when", "note", "clip", "with", "at", "layers",
  ]

  /// The keys that defaults and styles can give.
  var keys: [KeyDescription] { description.keys.filter { !Self.own.contains($0.name) } }

  /// What an element of a track's list is; `nil` for what takes nothing from elsewhere.
  init?(_ item: JSONValue, on track: String) {
    switch track {
    case "titles": self = .title
    case "video" where item["clip"] != nil: self = .clip
    case "audio" where item["clip"] != nil: self = .audio
    case "video" where item["transition"] != nil, "audio" where item["transition"] != nil:
      self = .transition
    default: return nil
    }
  }

  /// Their names.
  var keyNames: Set<String> { Self.allKeyNames[self] ?? [] }

  private static let allKeyNames: [StyledKind: Set<String>] = {
    var result: [StyledKind: Set<String>] = [:]
    for kind in allCases { result[kind] = Set(kind.keys.map(\.name)) }
    return result
  }()

  /// What is wrong with some keys and values by themselves, read as such an object.
  func check(_ members: [JSONMember], _ reading: inout Reading) {
    func add(_ key: String, _ text: String) -> JSONMember {
      JSONMember(
        key: key, keyRange: .none, value: JSONValue(range: .none, kind: .string(text)))
    }
    func has(_ keys: [String]) -> Bool { members.contains { keys.contains($0.key) } }
    if self == .captions {
      let form = members.filter { CaptionFormReader.names.contains($0.key) }
      CaptionFormReader.check(form, &reading)
      let look = members.filter { !CaptionFormReader.names.contains($0.key) }
      return StyledKind.title.check(look, &reading)
    }
    // Defaults may speak of texts, of images and of shapes.
    let isLayered = [.title, .layer].contains(self)
    let shapes = members.filter { member in
      !LayerKind.text.fits(member.key) && !LayerKind.image.fits(member.key)
        || member.key != "shadow" && has(["shape"]) && ShapeReader.kinds(of: member.key) != nil
        || member.key == "fill" && !member.value.isObject
    }
    if isLayered, !shapes.isEmpty {
      ShapeReader.check(shapes, &reading)
      let rest = members.filter { member in !shapes.contains { $0.key == member.key } }
      if !rest.isEmpty { check(rest, &reading) }
      return
    }
    let images = members.filter { !LayerKind.text.fits($0.key) }
    if isLayered, !images.isEmpty, images.count < members.count, !has(["image"]) {
      check(images + [add("image", "x")], &reading)
      check(members.filter { LayerKind.text.fits($0.key) }, &reading)
      return
    }
    let content = images.isEmpty ? "text" : "image"
    var all = members
    switch self {
    case .clip, .audio: all.append(add("clip", "x"))
    case .captions: break
    case .title:
      if !has(["text", "image"]) { all.append(add(content, "x")) }
      if !has(["duration", "until"]) { all.append(add("duration", "1s")) }
    case .layer: if !has(["text", "image"]) { all.append(add(content, "x")) }
    case .transition:
      if !has(["transition"]) {
        all.append(add("transition", TransitionReader.kind(with: members)))
      }
      if !has(["duration"]) { all.append(add("duration", "1s")) }
    }
    let object = JSONValue(range: .none, kind: .object(all))
    switch self {
    case .clip: _ = ClipReader.video.read(object, &reading)
    case .audio: _ = ClipReader.audio.read(object, &reading)
    case .title: _ = TitleReader.shape.read(object, &reading)
    case .transition: _ = TransitionReader.video.read(object, &reading)
    case .layer: _ = LayerReader.shape.read(object, &reading)
    case .captions: break
    }
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = kind { true } else { false }
  }
}
