package import Diagnostics
import EditMerging
import ProjectFormat
import TimelineModel
import Workers
package import Workspace

/// Merges versions of a project and says what became of it.
package struct ProjectMerger {
  package let loader: ReportingLoader

  package init(_ loader: ReportingLoader) { self.loader = loader }

  /// What came of a merge.
  package struct Merged {
    /// The project, with marks where there are conflicts.
    package var file: SourceFile
    /// The line of each conflict, and what the sides do.
    package var conflicts: [(line: Int, words: String)]
    /// What is wrong with the merged project, and with neither version.
    var findings: [Diagnostic]

    package var text: String { file.text(in: SourceRange(lower: 0, upper: file.bytes.count)) }
  }

  /// Reports a file that is no project, or not written in JSON.
  package func requireProject(_ file: SourceFile) throws(CommandFailure) {
    let reading = read(file)
    if reading.value != nil { return }
    try loader.report(reading.findings, in: file)
    throw CommandFailure(
      .projectWrong, "'\(file.path)' is not merged: it cannot be read as a project")
  }

  /// Merges versions that can be read.
  ///
  /// The text ends its lines as ours does.
  ///
  /// - Parameters:
  ///   - name: the path from which the merged project's media are looked for.
  ///   - markSize: how many characters a conflict's marks have.
  ///   - showsBase: whether what both have changed stands between the sides of a conflict.
  /// - Returns: `nil` where a version cannot be read as a project, an empty file too: where both sides
  ///   have added a project, nothing says what either has changed.
  package func merge(
    base: SourceFile, ours: SourceFile, theirs: SourceFile, as name: String, markSize: Int = 7,
    showsBase: Bool = false
  ) -> Merged? {
    guard let b = read(base).value, let o = read(ours).value, let t = read(theirs).value else {
      return nil
    }
    let merge = ProjectMerge(base: b, ours: o, theirs: t)
    var text = merge.text(markSize: markSize, showsBase: showsBase)
    let marks = text
    if ours.endsLinesWithCRLF { text = text.replacing("\n", with: "\r\n") }
    let file = SourceFile(path: name, text: text)
    var merged = Merged(file: file, conflicts: [], findings: [])
    if merge.isClean {
      merged.findings = findings(of: file, beside: [ours, theirs])
    } else {
      merged.conflicts = Self.conflicts(in: marks, markSize)
    }
    return merged
  }

  /// Says what became of a merge.
  ///
  /// - Returns: 1 where somebody has to look at it.
  package func report(_ merged: Merged) throws(CommandFailure) -> ExitStatus {
    for conflict in merged.conflicts {
      loader.listener.say("\(merged.file.path):\(conflict.line): conflict: \(conflict.words)")
    }
    guard merged.conflicts.isEmpty else { return .projectWrong }
    guard !merged.findings.isEmpty else { return .done }
    loader.listener.say(
      "\(merged.file.path): merged; each version is right in this, and both together are not:")
    try loader.report(merged.findings, in: merged.file)
    return merged.findings.contains { $0.severity == .error } ? .projectWrong : .done
  }

  // MARK: - Reading

  private func read(_ file: SourceFile) -> (value: JSONValue?, findings: [Diagnostic]) {
    let limits = loader.projects.options.limits.json
    let (value, findings) = JSONParser.parse(file, limits: limits, as: .project)
    guard findings.isEmpty, value?.isProjectFile ?? false else {
      return (nil, findings)
    }
    return (value, [])
  }

  // MARK: - Findings

  private func findings(of merged: SourceFile, beside versions: [SourceFile]) -> [Diagnostic] {
    let found = loader.projects.load(merged).diagnostics
    if found.isEmpty { return [] }
    let projects = loader.projects
    let files = versions.map { SourceFile(path: merged.path, bytes: $0.bytes) }
    let known = WorkerPool.map(files.count, threads: files.count) { version in
      projects.load(files[version]).diagnostics
    }
    return CombinedFindings(
      CombinedFindings.Version(merged, read(merged).value, found),
      beside: zip(files, known).map { CombinedFindings.Version($0, read($0).value, $1) }
    ).findings
  }

  /// The conflicts of a text by its marks.
  private static func conflicts(in text: String, _ size: Int) -> [(line: Int, words: String)] {
    var result: [(line: Int, words: String)] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(String(repeating: "<", count: size) + " ") {
        result.append((index + 1, String(line.dropFirst(size + 1))))
      } else if line.hasPrefix(String(repeating: ">", count: size) + " "),
        let last = result.indices.last
      {
        result[last].words += "; \(line.dropFirst(size + 1))"
      }
    }
    return result
  }
}

extension SourceFile {
  /// Whether every line of it ends with a carriage return and a line feed.
  fileprivate var endsLinesWithCRLF: Bool {
    var before: UInt8 = 0
    var hasLines = false
    for byte in bytes {
      if byte == 0x0A {
        guard before == 0x0D else { return false }
        hasLines = true
      }
      before = byte
    }
    return hasLines
  }
}
