import EditReports
import OutputFiles
import Diagnostics
import FileSystem
import GitRepository
import MovieWriting
import Rendering
package import Workspace

/// Tells git how projects and golden files are compared and merged, and takes that back.
package struct GitInstaller {
  private let listener: any Listener
  /// What git is to call.
  private let program: String
  private let configuration: GitConfiguration
  /// The file that says what is a project.
  private let attributesPath: String
  /// `nil` where all of the person's repositories are meant.
  private let repository: Repository?

  /// - Throws: `CommandFailure` where there is no repository, or no home for what holds everywhere.
  package init(
    _ listener: any Listener, program: String, isGlobal: Bool
  ) throws(CommandFailure) {
    (self.listener, self.program) = (listener, program)
    guard isGlobal else {
      // From the top folder, whichever folder of the repository this is.
      let repository = try askGit { () throws(GitError) in
        try Repository().requireWorkingTree()
        return try Repository(at: try Repository().root)
      }
      self.repository = repository
      configuration = GitConfiguration(repository)
      attributesPath = MediaLocator.join(repository.root, ".gitattributes")
      return
    }
    repository = nil
    configuration = .global
    let named = try askGit { () throws(GitError) in
      try GitConfiguration.global.value("core.attributesFile")
    }
    let home = Machine.variable("HOME") ?? ""
    let folder = Machine.variable("XDG_CONFIG_HOME") ?? ""
    if let named {
      attributesPath = named.hasPrefix("~/") ? home + named.dropFirst() : named
    } else if folder.isEmpty, home.isEmpty {
      throw CommandFailure(.usage, "there is no home to configure git in", helpTells: false)
    } else {
      attributesPath = "\(folder.isEmpty ? home + "/.config" : folder)/git/attributes"
    }
  }

  // MARK: - Installing

  /// - Parameter patterns: what projects are called; none for those that are found.
  package func install(_ patterns: [String]) throws(CommandFailure) {
    for pattern in patterns {
      guard let objection = AttributesText.objection(to: pattern) else { continue }
      throw CommandFailure(
        .usage, "'\(pattern)' is no pattern for .gitattributes: \(objection)", helpTells: false)
    }
    var isNew = false
    for (key, value) in GitSettings(program: program).values {
      if try askGit({ () throws(GitError) in try configuration.value(key) }) == value { continue }
      try askGit { () throws(GitError) in try configuration.set(key, to: value) }
      isNew = true
    }
    listener.tell("\(place): \(isNew ? "diff, difftool and merge are set" : "all is set already")")
    if let repository, patterns.isEmpty {
      let files = try askGit { () throws(GitError) in try repository.files() }
      let found = ProjectPatterns(covering: files.filter { $0.hasSuffix(".json") }) {
        ProjectFile.isProject(MediaLocator.join(repository.root, $0))
      }
      if found.patterns.isEmpty {
        listener.tell("no project is found; say what they are called: cutlist git install '*.json'")
      } else {
        try write(GitSettings.attributes(of: found.patterns))
      }
      if found.hasNames {
        listener.tell(
          "note: where other JSON files are beside them projects are known by their names: one that "
            + "is renamed or new there needs 'cutlist git install' again")
      }
    } else if !patterns.isEmpty {
      try write(GitSettings.attributes(of: patterns))
    }
  }

  /// Takes away what was installed.
  package func uninstall() throws(CommandFailure) {
    var wasThere = false
    for section in GitSettings.sections {
      if try askGit({ () throws(GitError) in try configuration.removeSection(section) }) {
        wasThere = true
      }
    }
    listener.tell(
      "\(place): \(wasThere ? "diff, difftool and merge are as before" : "nothing is set")")
    try write([])
  }

  private var place: String {
    repository == nil ? "your configuration of git" : "configuration of this repository"
  }

  // MARK: - Attributes

  /// Puts lines into our block of the attributes, and says what has changed.
  private func write(_ lines: [String]) throws(CommandFailure) {
    do throws(RenderError) {
      let old = try RenderError.onDisk { () throws(FileError) in
        try FileAccess.readOwn(attributesPath)
      }
      var text = AttributesText(FileName.text(old ?? []))
      let before = text
      text.set(lines)
      guard text != before else {
        return listener.tell(
          "\(attributesPath): \(lines.isEmpty ? "nothing of ours" : "as it was")")
      }
      if text.text.isEmpty {
        try RenderError.onDisk { () throws(FileError) in try FileAccess.remove(attributesPath) }
        return listener.tell("\(attributesPath): removed")
      }
      try RenderError.onDisk { () throws(FileError) in
        try FileAccess.makeFolder(MediaLocator.folder(of: attributesPath))
      }
      try StillWriter.write(Array(FileName.bytes(text.text)), to: attributesPath)
    } catch {
      throw CommandFailure(error)
    }
    listener.tell("\(attributesPath): \(lines.isEmpty ? "our lines are taken out" : "written")")
    for line in lines where line.hasSuffix(GitSettings.projectAttributes) {
      listener.tell("  \(line)")
    }
  }
}
