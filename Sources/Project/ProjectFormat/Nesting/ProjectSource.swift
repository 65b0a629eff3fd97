package import Diagnostics
package import TimelineModel

/// Reads the projects that others show as media.
package struct ProjectSource: Sendable {
  /// A project's file.
  package struct Found: Sendable {
    /// With the path that messages name.
    package var file: SourceFile
    /// The same for one file whatever way leads to it.
    package var identity: String

    /// A file that was read.
    package init(file: SourceFile, identity: String) {
      self.file = file
      self.identity = identity
    }
  }

  /// Why there is no such project: lower case, no full stop, with facts and ways out.
  package struct Problem: Error, Sendable {
    /// Lower case, no full stop.
    package var reason: String
    /// Further facts, such as where it was looked for.
    package var notes: [String]
    /// The best first.
    package var fixes: [Fix]
    /// The name of a file beside it that may be meant.
    package var likely: String?

    /// A reason.
    package init(
      _ reason: String, notes: [String] = [], fixes: [Fix] = [], likely: String? = nil
    ) {
      self.reason = reason
      self.notes = notes
      self.fixes = fixes
      self.likely = likely
    }

    /// The ways out for whoever wrote a path.
    func fixes(of path: String, at range: SourceRange) -> [Fix] {
      guard let likely, !range.isNone else { return fixes }
      // In a part it was written from another folder.
      guard range.upper - range.lower == JSONText.quoted(path).utf8.count else { return fixes }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      let quoted = JSONText.quoted(folder + likely)
      return [
        Fix(message: "there is \(quoted); is that the one?", replacing: range, with: quoted)
      ] + fixes
    }
  }

  /// Reads a project.
  ///
  /// The path is relative to the folder of the outermost project.
  package var read: @Sendable (_ path: String) -> Result<Found, Problem>

  /// The size and rate of a media item's pictures; `nil` for stills and for what cannot be opened.
  /// Paths are relative to the folder of the outermost project.
  package var form: @Sendable (_ item: MediaItem) -> PictureForm?

  /// The same where messages call the files by their paths after a text, as in `HEAD:parts/intro.json`.
  package func called(after prefix: String) -> ProjectSource {
    ProjectSource(form: form) { path in
      read(path).map {
        Found(file: SourceFile(path: prefix + path, bytes: $0.file.bytes), identity: $0.identity)
      }
    }
  }

  /// A source of projects; where nothing is said, it knows no forms.
  package init(
    form: @escaping @Sendable (_ item: MediaItem) -> PictureForm? = { _ in nil },
    _ read: @escaping @Sendable (_ path: String) -> Result<Found, Problem>
  ) {
    (self.form, self.read) = (form, read)
  }
}
