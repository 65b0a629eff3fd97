package import Diagnostics
internal import BaseValues
package import TimelineModel

/// A caption that is drawn in more lines than are wanted.
struct WrappedCaption {
  var text: String
  /// Those that are drawn.
  var lines: Int
  /// About how many characters of it a line can hold.
  var characters: Int
  /// Where it is written.
  var range: SourceRange
}

extension TextRenderer {
  /// Captions of a track that are drawn in more lines than it allows, because their own lines are wider than the text
  /// may be; one finding tells of all of them.
  ///
  /// - Complexity: O(n) for n captions, each of which is laid out.
  package func checkLines(of track: Track) -> [Diagnostic] {
    guard let most = track.captionLines, track.textOutput.draws else { return [] }
    var wrapped: [WrappedCaption] = []
    var seen: Set<SourceRange> = []
    for title in track.titles {
      // The words of a caption change within titles of one place.
      guard case .text(let style)? = title.layers.first?.content, seen.insert(title.range).inserted,
        let found = wrapping(of: style, most: most)
      else { continue }
      wrapped.append(
        WrappedCaption(
          text: style.text, lines: found.lines, characters: found.characters, range: title.range))
    }
    return wrapped.isEmpty ? [] : [TitleMessages.captionsWrapped(wrapped, most: most)]
  }

  /// `nil` where a text has no more lines than are wanted, or than it is written in.
  private func wrapping(of style: TextStyle, most: Int) -> (lines: Int, characters: Int)? {
    let written = style.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let maximum = style.maximumWidth else { return nil }
    let layout = try? withEngine { engine throws(TitleError) in
      let layout = try TextLayout(style, in: engine.library, engine.shaper)
      return (lines: layout.lines.count, width: layout.lines.reduce(0) { $0 + $1.width })
    }
    guard let layout, layout.lines > max(most, written.count), layout.width > 0 else { return nil }
    let characters = written.reduce(0) { $0 + $1.count }
    // Lines of wide letters are to fit as well.
    let share = Double(maximum * layoutUnitsPerPixel) / Double(layout.width)
    return (layout.lines, Int((Double(characters) * share * 0.9).rounded(.down)))
  }
}
