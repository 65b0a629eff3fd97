import BaseValues
import ChunkStorage
import FileSystem
import PlanModel
import ProjectFormat
import TimelineModel
import TitleRendering

extension LoadedProject {
  /// What its media, looks and font files hold, as far as they could be read: for each path as written
  /// what stands for the contents that were found there.
  package var fileContents: [String: Set<String>] {
    var contents: [String: Set<String>] = [:]
    for item in document?.mediaItems ?? [] {
      guard let path = item.writtenPath else { continue }
      if let facts = catalog[item.id] {
        contents[path, default: []].insert(facts.contentHash)
      } else if let file = locator.version?.file(path), case .unavailable = file.place {
        // It is another one than any file that is there.
        contents[path, default: []].insert("object " + file.content)
      }
    }
    for text in timeline?.texts ?? [] {
      for path in text.style.fontFiles {
        let alone = TextStyle(text: "", font: .file(path: path), size: .one)
        guard let font = (try? texts.fonts(of: alone))?.first else { continue }
        contents[path, default: []].insert(ContentHash.digits(font.contentHash))
      }
    }
    return contents
  }
}
