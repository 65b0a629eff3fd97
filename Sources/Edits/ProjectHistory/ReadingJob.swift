import EditReports
import ChunkStorage
import Diagnostics
import ProjectLock
import Workspace

/// Finds out what one version shows.
struct ReadingJob: Sendable {
  var key: String
  var path: String
  var planner: VersionPlanner
  var records: VersionRecords
  /// The other files of the version.
  var then = VersionPlanner.Then()

  /// What was kept of it, if its media are known to be what they were.
  func kept() -> VersionContent? {
    guard let record = records.record(for: key), let media = Self.media(record.words),
      media.allSatisfy({ planner.knows($0) })
    else { return nil }
    var content = VersionContent(record.numbers)
    content?.absentFiles = media.compactMap(\.absentPath)
    return content
  }

  private static func media(_ words: [String]) -> [VersionPlanner.KnownMedia]? {
    guard words.count % 2 == 0 else { return nil }
    return stride(from: 0, to: words.count, by: 2).map {
      VersionPlanner.KnownMedia(item: words[$0], contentHash: words[$0 + 1])
    }
  }

  /// Plans it, and keeps what it shows.
  func made(
    from file: SourceFile, today: String, lock: LockedProject? = nil
  ) -> EditHistory.Reading {
    let known = records.record(for: key).flatMap { Self.media($0.words) }
    let remembered = VersionPlanner.Remembered(media: known ?? [], lock: lock)
    var planned = planner.plan(file, remembered: remembered, then: then)
    if file.path != today, planned.isLacking {
      // The project was moved, and its media may have been moved with it.
      let moved = planner.plan(
        SourceFile(path: today, bytes: file.bytes), remembered: remembered, then: then)
      if !moved.isLacking || planned.plan == nil { planned = moved }
    }
    guard let plan = planned.plan else {
      return .unread(planned.errors.first?.message ?? "it has errors")
    }
    var content = VersionContent(plan)
    content.absentFiles = planned.media.compactMap(\.absentPath)
    // What was known of files that are gone is worth more than that they are gone.
    if content.absentFiles.isEmpty || known == nil {
      records.keep(
        content.numbers, planned.media.flatMap { [$0.item, $0.contentHash] }, for: key)
    }
    return .content(content)
  }
}

extension VersionPlanner.Planned {
  /// Whether media are missing.
  fileprivate var isLacking: Bool {
    plan == nil
      ? errors.contains { $0.origin == .media } : media.contains { $0.absentPath != nil }
  }
}
