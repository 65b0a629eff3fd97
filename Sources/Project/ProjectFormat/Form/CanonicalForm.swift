package import Diagnostics
import TimelineModel

/// The one way in which a project is laid out, whoever writes it.
///
/// Keys stand in the order of the tables that the readers use, unknown ones after them as written.
/// The project, what stands directly in it, and its tracks take a line for each of their parts, and
/// so does a list of objects in anything that does. All else stands on one line where that has at
/// most ``width`` columns; where it has more it takes a line for each part as well.
///
/// ```
/// "tracks": [
///   {
///     "id": "picture",
///     "video": [
///       { "clip": "beach", "in": "2s", "duration": "5s" },
/// ```
/// Numbers and times are as written. Texts have the same characters, with the escapes of
/// ``JSONText``: what would act on a terminal or an editor instead of being seen stays an escape, or
/// becomes one. The form of a form is the same.
package enum CanonicalForm {
  /// Columns of a terminal that a line may have. Of two that a line's last comma counts always: so
  /// an item stays as it is when another one comes after it.
  package static let width = 100

  /// A whole project, with a line end after it.
  ///
  /// - Parameter project: may have been made by a program; places play no part. What is `invalid`
  ///   in it is written as `null`.
  package static func text(of project: JSONValue) -> String {
    var writer = FormWriter()
    writer.block(project, .object(project.fileDescription), level: 0, column: 0)
    return writer.text + "\n"
  }

  /// The content of a project's file in this form.
  ///
  /// - Returns: `nil` with the findings where the file is no JSON, has a key twice, or is no
  ///   project: of these something would be lost, or they are not ours.
  package static func bytes(
    of file: SourceFile, limits: JSONLimits = JSONLimits()
  ) -> (bytes: [UInt8]?, findings: [Diagnostic]) {
    let (value, findings) = JSONParser.parse(file, limits: limits, as: .project)
    guard findings.isEmpty, let value else { return (nil, findings) }
    guard value.isProjectFile else {
      return (nil, [ProjectMessages.noProject(range: value.range)])
    }
    return (Array(text(of: value).utf8), [])
  }

  /// Whether a file is a project in this form.
  package static func holds(_ file: SourceFile, limits: JSONLimits = JSONLimits()) -> Bool {
    bytes(of: file, limits: limits).bytes == file.bytes
  }
}
