/// What a preview has under its address.
///
/// ```
/// (nothing)                   the page
/// state                       what is known of the project, as JSON
/// events                      the number of each new state, as server-sent events
/// frame/75.png                frame 75, counted from 0, as `cutlist frame` writes it
/// frame/75.jpg                the same, smaller: ?w=PIXELS its width
/// frame?at=2.5s               the frame shown at a time, as PNG
/// sound.wav?from=0&count=N    a stretch of the mix, in samples
/// timeline                    the tracks as HTML, and its style sheet, as JSON
/// source/0                    the text of the project; 1 and more of files that it includes
/// ```
/// `edit=N` asks for a state of the project by its number in `state`: the newest or the one before.
enum PreviewResource: Hashable, Sendable {
  case page, script, style, state, events
  case timeline(edit: Int?)
  case source(file: Int)
  case frame(FrameRequest)
  case sound(from: Int64, count: Int64, edit: Int?)

  struct FrameRequest: Hashable, Sendable {
    enum Place: Hashable, Sendable {
      case number(Int)
      case time(String)
    }
    var place: Place
    /// JPEG's width in pixels; `nil` for PNG in the movie's size.
    var width: Int?
    /// Whether it may be composed in that size.
    var isDraft = false
    var edit: Int?
  }

  /// Whether it is made of the project, which has to be loaded first; the rest tells that it is not yet.
  var isOfTheProject: Bool {
    switch self {
    case .page, .script, .style, .state, .events: false
    case .timeline, .source, .frame, .sound: true
    }
  }

  /// Of a JPEG that nobody said a width of, and at most.
  static let usualWidth = 960
  static let mostWidth = 8192

  /// `nil` for what there is not.
  init?(path: String, query: [String: String]) {
    let edit = query["edit"].flatMap { Int($0) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first ?? "", parts.count) {
    case ("", 1): self = .page
    case ("preview.js", 1): self = .script
    case ("preview.css", 1): self = .style
    case ("state", 1): self = .state
    case ("events", 1): self = .events
    case ("timeline", 1): self = .timeline(edit: edit)
    case ("source", 2):
      guard let number = Self.number(parts[1]) else { return nil }
      self = .source(file: number)
    case ("sound.wav", 1):
      guard let from = query["from"].flatMap(Self.number),
        let count = query["count"].flatMap(Self.number)
      else { return nil }
      self = .sound(from: Int64(from), count: Int64(count), edit: edit)
    case ("frame", 1):
      guard let time = query["at"] else { return nil }
      self = .frame(FrameRequest(place: .time(time), edit: edit))
    case ("frame", 2):
      let name = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      guard name.count == 2, let number = Self.number(String(name[0])) else { return nil }
      var request = FrameRequest(place: .number(number), edit: edit)
      switch name[1] {
      case "png": break
      case "jpg", "jpeg":
        let width = query["w"].flatMap(Self.number) ?? Self.usualWidth
        request.width = min(max(width, 16), Self.mostWidth)
        request.isDraft = query["draft"] == "1"
      default: return nil
      }
      self = .frame(request)
    default: return nil
    }
  }

  /// Digits alone, and not so many that anything could overflow.
  private static func number(_ text: String) -> Int? {
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }
}
