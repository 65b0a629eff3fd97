import Foundation

/// Processes that were started together.
enum ProcessGroup {
  /// Whether one of a group is neither gone nor dead; one that nobody has waited for is there when it is dead.
  static func isAtWork(_ group: Int32) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.contains { name in
      let text = (try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)) ?? ""
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 2 && Int32(fields[2]) == group && fields[0] != "Z"
    }
  }

  /// Whether none of a group is at work, now or within five seconds.
  static func ends(_ group: Int32) -> Bool {
    for _ in 0..<500 {
      if !isAtWork(group) { return true }
      usleep(10_000)
    }
    return false
  }
}
