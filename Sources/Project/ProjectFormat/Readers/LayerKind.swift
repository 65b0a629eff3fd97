import Diagnostics
import TimelineModel

/// What a layer shows, as its keys tell.
enum LayerKind: Hashable {
  case text, image
  /// `nil` where the kind of shape cannot be told.
  case shape(ShapeKind?)

  /// - Parameter member: the value of a key of the layer.
  init(_ member: (String) -> JSONValue?) {
    if let shape = member("shape") {
      var kind: ShapeKind?
      if case .string(let name) = shape.kind { kind = ShapeKind(rawValue: name) }
      self = .shape(kind)
    } else {
      self = member("image") != nil ? .image : .text
    }
  }

  /// With its article.
  var noun: String {
    switch self {
    case .text: "a text"
    case .image: "an image"
    case .shape(let kind): kind?.noun ?? "a shape"
    }
  }

  /// Whether a key can be said of it, with a value if there is one. Keys of all layers can.
  func fits(_ key: String, _ value: JSONValue? = nil) -> Bool {
    let kinds = ShapeReader.kinds(of: key)
    let (isText, isImage) = (
      LayerReader.textKeys.contains(key), LayerReader.imageKeys.contains(key)
    )
    guard isText || isImage || kinds != nil else { return true }
    switch self {
    case .text:
      // Of texts a gradient, of shapes a colour too.
      if key == "fill", let value, case .string = value.kind { return false }
      return isText
    case .image: return isImage
    case .shape(let kind):
      guard let kinds else { return false }
      return kind.map(kinds.contains) ?? true
    }
  }

  /// What a key is for, for messages: `texts, rectangles and ellipses`.
  static func owners(of key: String) -> String {
    var owners: [String] = []
    if LayerReader.textKeys.contains(key) { owners.append("texts") }
    if LayerReader.imageKeys.contains(key) { owners.append("images") }
    if let kinds = ShapeReader.kinds(of: key) {
      owners +=
        kinds.count == ShapeKind.allCases.count
        ? ["shapes"] : ShapeKind.allCases.filter(kinds.contains).map { "\($0.rawValue)s" }
    }
    guard let last = owners.popLast() else { return "others" }
    return owners.isEmpty ? last : owners.joined(separator: ", ") + " and " + last
  }

  /// The key that says the same of it.
  func counterpart(of key: String) -> String? {
    switch (self, key) {
    case (.shape(let kind), "color"): kind?.isLine == true ? "stroke" : "fill"
    case (.shape(let kind), "size") where kind?.isLine != true: "width"
    case (.shape, "outline"): "stroke"
    case (.text, "stroke"): "outline"
    case (.image, "width"): "imageWidth"
    case (.image, "height"): "imageHeight"
    default: nil
    }
  }
}
