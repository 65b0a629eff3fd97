import Foundation
import LibAV
import Testing

/// Files from the field: `CUTLIST_SHARED`, or the folder `shared` beside the package.
private let realMedia: String = {
  if let folder = ProcessInfo.processInfo.environment["CUTLIST_SHARED"] {
    return folder + "/media/real"
  }
  let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return package.deletingLastPathComponent().appendingPathComponent("shared/media/real").path
}()

@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: realMedia),
    "the shared media folder is not beside the package"))
struct ReadingRealFilesTests {
  @Test("every file is decoded or refused with an error, never more")
  func walk() throws {
    let verbose = ProcessInfo.processInfo.environment["READING_VERBOSE"] != nil
    let files = try #require(FileManager.default.enumerator(atPath: realMedia))
    var opened = 0
    for case let name as String in files {
      let path = realMedia + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType == .typeRegular, !name.hasPrefix("font/")
      else { continue }
      if verbose { print(name) }
      do {
        let log = LogRing()
        var options = InputFile.Options()
        options.log = log
        let count = try InputFile(path: path, options: options).streamCount
        opened += 1
        for index in 0..<min(count, 4) {
          var input = try InputFile(path: path, options: options)
          guard let stream = input.stream(index) else { continue }
          if verbose { print("   ", input.formatName, stream) }
          var decoding = Decoder.Options()
          decoding.log = log
          decoding.maximumPixels = 1 << 23
          do {
            switch stream.kind {
            case .video:
              let pass = try decodeVideo(&input, stream: index, options: decoding, limit: 3)
              if verbose { print("   ", pass) }
            case .audio:
              let pass = try decodeAudio(&input, stream: index, options: decoding, limit: 20_000)
              if verbose { print("   ", pass) }
            case .other: break
            }
          } catch {
            if verbose { print("   decode:", error) }
          }
        }
        if verbose { for line in log.lines { print("   log:", line) } }
      } catch {
        if verbose { print("   open:", error) }
      }
    }
    #expect(opened > 50)
  }
}
