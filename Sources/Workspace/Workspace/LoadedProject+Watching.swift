import Diagnostics
import FileSystem
import MediaReading
import ProjectFormat
import TimelineModel

extension LoadedProject {
  /// The files on which it depends, as far as their names are known: its text, its parts, projects that it
  /// shows, media and font files, also those that are missing.
  package var watchedFiles: [String] {
    var paths: Set<String> = [path]
    for part in file.included { paths.insert(part.file.path) }
    for item in document?.mediaItems ?? [] {
      let found = locator.files(of: item)
      paths.formUnion(found)
      // What is not there may come to be: beside the project, where it is looked for first.
      if found.isEmpty, case .file(let written, _, _) = item.content.unfiltered {
        paths.insert(MediaLocator.join(locator.projectFolder, written))
      }
    }
    paths.formUnion(library.filePaths)
    for font in document?.fontFiles ?? [] {
      if case .file(let place, _)? = try? locator.locate(font) { paths.insert(place) }
    }
    // So may parts and projects that could not be read: editors put a file aside before they write it anew.
    if diagnostics.containsErrors {
      for file in [file] + file.included.map(\.file) {
        let folder = MediaLocator.folder(of: file.path)
        let names = JSONParser.parse(file, limits: options.limits.json).value?.projectNames ?? []
        // A stranger's project may name any number.
        for name in names.prefix(200) { paths.insert(MediaLocator.join(folder, name)) }
      }
    }
    paths.remove("-")
    return paths.sorted()
  }
}

extension JSONValue {
  /// Texts in it that may be names of projects or parts.
  fileprivate var projectNames: [String] {
    switch kind {
    case .object(let members): members.flatMap(\.value.projectNames)
    case .array(let items): items.flatMap(\.projectNames)
    case .string(let text) where text.hasSuffix(".json"): [text]
    default: []
    }
  }
}
