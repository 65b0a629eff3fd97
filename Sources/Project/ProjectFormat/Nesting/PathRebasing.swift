import TimelineModel

/// Paths of a project in another folder, as paths of the one that shows it.
struct PathRebasing {
  /// Relative to the outermost project's; empty for that itself.
  let folder: String

  /// - Parameter project: the path of a project, relative to the outermost one.
  init(besides project: String) {
    folder = project.lastIndex(of: "/").map { String(project[...$0]) } ?? ""
  }

  func path(_ path: String) -> String {
    // What is absolute, or an address, stays as it is.
    if folder.isEmpty || path.hasPrefix("/") || path.contains("://") { return path }
    return Self.plain(folder + path)
  }

  /// A path without the folders that it enters and leaves again, as people write it.
  private static func plain(_ path: String) -> String {
    if !path.contains("..") { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "..", let last = parts.last, !["", ".", ".."].contains(last) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  func content(_ content: MediaContent) -> MediaContent {
    switch content {
    case .file(let path, let video, let audio):
      return .file(path: self.path(path), videoStream: video, audioStream: audio)
    case .sequence(var sequence):
      sequence.path = NumberedPath(path(sequence.path.text)) ?? sequence.path
      return .sequence(sequence)
    case .look(let path, let id):
      return .look(path: self.path(path), id: id)
    case .filtered(var filtered):
      filtered.source = self.content(filtered.source)
      return .filtered(filtered)
    case .color, .generator, .filter, .canvasFilter, .audioFilter, .edit: return content
    }
  }

  /// The same document with the font files of its texts where they lie.
  func fonts(of document: inout ProjectDocument) {
    if folder.isEmpty { return }
    for track in (document.tracks ?? []).indices {
      for title in (document.tracks?[track].titles ?? []).indices {
        for layer in (document.tracks?[track].titles[title].layers ?? []).indices {
          guard
            case .text(var text)? = document.tracks?[track].titles[title].layers[layer].content,
            !text.fontFiles.isEmpty
          else { continue }
          text.style.changeFontFiles { self.path($0) }
          for run in text.runs.indices {
            if case .file(let path)? = text.runs[run].run.font {
              text.runs[run].run.font = .file(path: self.path(path))
            }
          }
          document.tracks?[track].titles[title].layers[layer].content = .text(text)
        }
      }
    }
  }
}
