package import Diagnostics

extension Diagnostic {
  /// The id that belongs to a message function: that of `unknownKey(_:of:)` is `unknown-key`.
  package static func id(ofFunction function: String) -> String {
    var id = ""
    for character in function.prefix(while: { $0 != "(" }) {
      if character.isUppercase {
        id += "-" + character.lowercased()
      } else {
        id.append(character)
      }
    }
    return id
  }
}
