import Foundation

/// Tags of a page that are not closed, or closed without having been opened.
func unmatchedTags(of page: String) -> [String] {
  let empty: Set<Substring> = ["meta", "img", "br", "input", "polygon", "polyline", "rect", "line"]
  var open: [Substring] = []
  var wrong: [String] = []
  let markup = page.replacing(/(?s)<script>.*?<\/script>|<style>.*?<\/style>/, with: "")
  for tag in markup.matches(of: /<(\/?)([a-z0-9]+)[^>]*>/) where !empty.contains(tag.2) {
    if tag.1.isEmpty {
      open.append(tag.2)
    } else if open.last == tag.2 {
      open.removeLast()
    } else {
      wrong.append(String(tag.0))
    }
  }
  return wrong + open.map(String.init)
}

/// Chromium without a screen, for what a page's script does.
enum Browser {
  static let path = ["chromium", "chromium-browser", "google-chrome"].lazy
    .flatMap { name in ["/usr/bin/\(name)", "/usr/local/bin/\(name)"] }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isThere: Bool { path != nil }

  /// The document of a file after its scripts have run.
  static func document(_ file: String, in sandbox: Sandbox) throws -> String {
    guard let path else { return "" }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(sandbox.file("browser"))", "--virtual-time-budget=5000", "--dump-dom",
      "file://" + file,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
