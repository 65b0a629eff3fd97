import Foundation

/// The projects that come with the package.
let gallery = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Projects")
