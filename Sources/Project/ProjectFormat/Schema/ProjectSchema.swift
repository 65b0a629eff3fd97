import BaseValues
import Diagnostics

/// The JSON Schema of the project format, made from the tables that the readers use.
///
/// Draft 7, which editors validate with as well as complete from. It covers what one value can be; what
/// values have to do with each other (names that have to exist, times, material) is beyond its reach and
/// checked by the program.
package enum ProjectSchema {
  /// The schema as a JSON document with a line end after it.
  package static var text: String {
    var emitter = SchemaEmitter()
    return emitter.document(
      of: ProjectReader.description, called: "cutlist-1.schema.json",
      title: "Cutlist project, version 1") + "\n"
  }

  /// The schema of parts in files of their own, in the same way.
  package static var partText: String {
    var emitter = SchemaEmitter()
    return emitter.document(
      of: PartReader.description, called: "cutlist-part-1.schema.json",
      title: "Part of a Cutlist project, version 1") + "\n"
  }
}

/// Finds the descriptions that one leads to.
struct DescriptionCollector {
  /// In the order in which they are first named.
  private(set) var definitions: [ObjectDescription] = []

  mutating func collect(_ description: ObjectDescription) {
    guard !definitions.contains(where: { $0.name == description.name }) else { return }
    definitions.append(description)
    for key in description.keys { collect(key.schema) }
  }

  private mutating func collect(_ schema: ValueSchema) {
    switch schema {
    case .object(let description): collect(description)
    case .array(let item, _, _), .map(let item): collect(item)
    case .any(let forms), .tuple(let forms): for form in forms { collect(form) }
    default: break
    }
  }
}
