import Diagnostics
import TimelineModel

/// What reading and resolving a project has to say, sorted by name; ids are the functions' names.
enum ProjectMessages: MessageTable {
  static func animatedAnchor(range: SourceRange) -> Diagnostic {
    error(
      .animatedAnchor,
      "only the anchor of a picture can be animated, not that of a text or a whole title", range,
      fixes: [Fix(message: "animate \"position\" or \"offset\"")])
  }

  static func animatedBesideView(_ property: String, range: SourceRange) -> Diagnostic {
    error(
      .animatedBesideView,
      "a clip with a \"view\" fills the canvas, so its \(quotedForMessage(property)) cannot be animated",
      range,
      fixes: [Fix(message: "animate \"view\", or leave it out")])
  }

  static func animatedColor(range: SourceRange) -> Diagnostic {
    error(
      .animatedColor,
      "only the colour of a text or a shape can be animated", range,
      fixes: [Fix(message: "animate \"color\" in the layer with the text or the shape")])
  }

  static func animatedOutline(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      .animatedOutline,
      "this effect has no \(quotedForMessage(name)) to animate", range,
      fixes: [
        Fix(
          message:
            "give the effect \(quotedForMessage(name)), with as many points as the animation has")
      ])
  }

  static func animatedOutlineCount(_ count: Int, rest: Int, range: SourceRange) -> Diagnostic {
    error(
      .animatedOutlineCount,
      "this outline has \(count) points, and the effect's own has \(rest)", range,
      fixes: [
        Fix(message: "give both the same number of points; spare points may lie on top of others")
      ])
  }

  static func animatedView(range: SourceRange) -> Diagnostic {
    error(
      .animatedView,
      "only the \"view\" of a clip can be animated", range,
      fixes: [Fix(message: "animate \"position\" and \"scale\"")])
  }

  static func bracesInText(
    _ name: String, isDoubled: Bool = false, range: SourceRange
  ) -> Diagnostic {
    let isName = !name.contains(".") && !name.contains(":")
    let word = name.prefix { $0.isLetter }.lowercased()
    if TextCounterReader.kind(word) != nil {
      return warning(
        .bracesInText, "the text shows '{\(name)}' as it stands", range,
        fixes: [
          Fix(
            message: "write '{\(word)}', or say the form in a run: "
              + "{ \"counter\": { \"count\": \"\(word)\" } }")
        ])
    }
    return warning(
      .bracesInText,
      "the text shows '\(isDoubled ? "{{\(name)}}" : "{\(name)}")' as it stands: the project has no \"parameters\"",
      range,
      fixes: [
        Fix(
          message: isName
            ? "add \"parameters\": { \(JSONText.quoted(name)): { \"type\": \"text\" } } to fill it in"
            : "write the time itself: texts cannot use the times of items"),
        Fix(message: "to count in a title, write {frame}, {timecode}, {time} or {remaining}"),
      ])
  }

  static func clipsApart(
    before: String, end: String, after: String, start: String, range: SourceRange,
    beforeRange: SourceRange, afterRange: SourceRange
  ) -> Diagnostic {
    error(
      .clipsApart,
      "the clips around this transition do not meet", range,
      notes: [
        Note(message: "\(before) ends at \(end)", range: beforeRange),
        Note(message: "\(after) starts at \(start)", range: afterRange),
      ],
      fixes: [
        Fix(message: "remove \"at\" from \(after)"),
        Fix(message: "put a gap beside the transition to fade from or to nothing"),
      ])
  }

  static func colorSyntax(
    _ text: String, range: SourceRange, respelling: Respelling?, nearest: [String],
    likely: (name: String, digits: String)?, count: Int
  ) -> Diagnostic {
    let names =
      nearest.isEmpty ? "" : "; the nearest of the \(count) names: \(MessageParts.list(nearest))"
    return error(
      .colorSyntax,
      "'\(text)' is not a colour", range,
      notes: respelling != nil
        ? [] : [Note(message: "\"#rgb\", \"#rrggbb\" and \"#rrggbbaa\" are understood\(names)")],
      fixes: respelling.map { [$0.fix(replacing: range)] }
        ?? (nearest.isEmpty
          ? likely.map { color in
            var fix = Fix(
              message: "did you mean \(color.name)? Write \"#\(color.digits)\"", replacing: range,
              with: "\"#\(color.digits)\"")
            fix.isSpelling = true
            return [fix]
          } ?? [] : MessageParts.replacement(nearest.first, range)))
  }

  static func cropLeavesNothing(_ sides: String, range: SourceRange) -> Diagnostic {
    error(.cropLeavesNothing, "\"\(sides)\" together cut off the whole picture", range)
  }

  static func declickTooLong(range: SourceRange) -> Diagnostic {
    error(
      .declickTooLong,
      "\"declick\" takes at most 20 ms; a longer ramp is a fade", range,
      fixes: [
        Fix(
          message: "write \"5ms\", and fade clips by \"fadeIn\" and \"fadeOut\"", replacing: range,
          with: "\"5ms\"")
      ])
  }

  static func emptyText(expected: String, range: SourceRange) -> Diagnostic {
    error(.emptyText, "expected \(expected), found an empty string", range)
  }

  static func filterMemoryOfCanvas(range: SourceRange) -> Diagnostic {
    error(
      .filterMemoryOfCanvas,
      "this filter treats each composed frame by itself, so it takes no \"memory\"", range,
      fixes: [
        Fix(
          message:
            "remove \"memory\", or put the filter on clips of files")
      ])
  }

  /// - Parameter all: what `start` stands for.
  static func filterMemoryTooLong(longest: String, all: String, range: SourceRange) -> Diagnostic {
    error(
      .filterMemoryTooLong,
      "\"memory\" is \(longest) at most", range,
      fixes: [Fix(message: "write \"start\" for \(all)")])
  }

  static func frameRateSyntax(
    _ text: String, range: SourceRange, respelling: Respelling?
  ) -> Diagnostic {
    error(
      .frameRateSyntax,
      "'\(text)' is not a frame rate", range,
      label: "expected above 0 and at most 1000, as in 30, 29.97 or \"30000/1001\"",
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? [])
  }

  static func halfPair(expected: String, range: SourceRange) -> Diagnostic {
    error(
      .halfPair,
      "\(expected) cannot hold half of a surrogate pair, which stands for a byte of a file name",
      range, fixes: [Fix(message: "write the character itself, or both of its halves")])
  }

  static func keyWithOverlap(
    _ key: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .keyWithOverlap,
      "\"\(key)\" has no meaning with \"mode\": \"overlap\"", range,
      notes: [Note(message: "the mode is given here", range: other)],
      fixes: [Fix(message: "remove \"\(key)\" or the mode \"overlap\"")])
  }

  static func marginWithoutPlace(range: SourceRange) -> Diagnostic {
    error(
      .marginWithoutPlace,
      "\"margin\" has no meaning without \"place\"", range,
      fixes: [Fix(message: "add \"place\", or remove \"margin\"")])
  }

  static func missingNeighbor(range: SourceRange) -> Diagnostic {
    error(
      .missingNeighbor,
      "this transition has no clip before or after it", range,
      fixes: [Fix(message: "put it beside a clip, or remove it")])
  }

  static func motionBlurSamples(_ count: Int, range: SourceRange) -> Diagnostic {
    error(
      .motionBlurSamples,
      "motion blur mixes 2, 4, 8, 16 or 32 moments of a frame, not \(count)", range,
      fixes: [
        Fix(
          message: "write \(nearestSampleCount(to: count))", replacing: range,
          with: String(nearestSampleCount(to: count)))
      ])
  }

  private static func nearestSampleCount(to count: Int) -> Int {
    MotionBlur.sampleCounts.min { abs($0 - count) < abs($1 - count) } ?? 8
  }

  static func neighborTransitions(range: SourceRange, other: SourceRange) -> Diagnostic {
    error(
      .neighborTransitions,
      "two transitions without a clip between them", range,
      notes: [Note(message: "the other one", range: other)],
      fixes: [
        Fix(
          message: "remove the first one",
          replacing: SourceRange(lower: other.lower, upper: range.lower), with: ""),
        Fix(message: "put a clip between them"),
      ])
  }

  static func noProject(range: SourceRange) -> Diagnostic {
    error(
      .noProject,
      "the file is no project: it has neither \"cutlist\" nor \"tracks\"",
      SourceRange(lower: range.lower, upper: min(range.lower + 1, range.upper)),
      fixes: [Fix(message: "name a project file, or add \"cutlist\": 1 to it")])
  }

  static func numberOutOfRange(
    _ number: String, expected: String, range: SourceRange, limits: String,
    respelling: Respelling? = nil, others: [Fix] = []
  ) -> Diagnostic {
    error(
      .numberOutOfRange,
      "\(number) is not \(expected)", range, label: "expected \(limits)",
      fixes: (respelling.map { [$0.fix(replacing: range)] } ?? []) + others)
  }

  static func numberTooFine(_ number: String, range: SourceRange) -> Diagnostic {
    error(
      .numberTooFine, "\(number) cannot be kept exactly", range,
      label: "expected at most about 18 digits")
  }

  static func orientWithoutPath(range: SourceRange) -> Diagnostic {
    error(
      .orientWithoutPath,
      "\"orient\" turns a picture with its \"path\", and there is none", range,
      fixes: [Fix(message: "add a \"path\", or remove it")])
  }

  static func overlapWithoutClips(range: SourceRange) -> Diagnostic {
    error(
      .overlapWithoutClips,
      "the mode \"overlap\" needs a clip before and after the transition", range,
      fixes: [Fix(message: "remove the mode to fade from or to nothing")])
  }

  static func pathWithoutPosition(_ property: String, range: SourceRange) -> Diagnostic {
    error(
      .pathWithoutPosition,
      "a path moves \"position\" or \"offset\", not \(quotedForMessage(property))", range,
      fixes: [Fix(message: "set \"property\" to \"position\", or give \"values\"")])
  }

  static func planGiven(_ path: String, range: SourceRange) -> Diagnostic {
    error(
      .planGiven,
      "this is a plan, not a project", range,
      fixes: [Fix(message: "render it with 'cutlist render --plan \(path)'")])
  }

  static func sequencePath(
    _ path: String, suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    error(
      .sequencePath,
      "'\(path)' does not have one place for a number in its last part", range,
      label: suggestion == nil
        ? "expected a path like \"shots/frame-%04d.png\" or \"shots/frame-####.png\"" : nil,
      fixes: MessageParts.replacement(suggestion, range))
  }

  static func titlePosition(range: SourceRange) -> Diagnostic {
    let better = JSONText.quoted("offset")
    return warning(
      .titlePosition,
      "layers of a title have positions of their own; to move all of them, animate the offset",
      range,
      fixes: [
        Fix(message: "write \(better)", replacing: range, with: better, isCertain: true)
      ])
  }

  static func tooManyFilters(limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .tooManyFilters,
      "the project has more than \(limit) different chains of filters", range,
      fixes: [Fix(message: "use some of them for several clips")])
  }

  static func tooManyFindings(limit: Int, range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .tooManyFindings, severity: .note,
      message: "\(limit) findings; those after here are not listed", range: range)
  }

  static func tooManyItems(_ count: Int, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .tooManyItems,
      "the tracks hold \(count) items; the limit is \(limit)", range,
      fixes: [Fix(message: "split the project, or raise the limit with --limit items=N")])
  }

  static func tooManyTracks(_ count: Int, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .tooManyTracks,
      "there are \(count) tracks; the limit is \(limit)", range,
      fixes: [Fix(message: "use fewer tracks, or raise the limit with --limit tracks=N")])
  }

  static func transitionAlignment(
    _ alignment: String, natural: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .transitionAlignment,
      "a transition from or to nothing cannot have the alignment \"\(alignment)\"", range,
      fixes: [
        Fix(message: "use \"\(natural)\"", replacing: range, with: "\"\(natural)\"")
      ])
  }

  static func transitionOfEdit(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      .transitionOfEdit,
      "'\(name)' is a project or a group, which a transition does not take", range,
      fixes: [
        Fix(
          message:
            "show it on a track above for as long as the transition, or render it to a file and "
            + "name that")
      ])
  }

  static func transitionWithoutMaterial(
    between from: String, and to: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .transitionWithoutMaterial,
      "this transition has no handles: \(from) is cut to \(to)", range,
      fixes: [
        Fix(message: "let the clips end earlier or start later in their media, or remove it"),
        Fix(message: "set \"handles\" to \"freeze\" to hold their last and first frames"),
      ])
  }

  static func transitionWithoutParameter(
    _ parameter: String, kind: String, example: String?, range: SourceRange
  ) -> Diagnostic {
    let article = kind.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    return error(
      .transitionWithoutParameter,
      "\(article) \(kind) needs \(JSONText.quoted(parameter))", range,
      fixes: example.map { [Fix(message: "add \(JSONText.quoted(parameter)): \($0)")] } ?? [])
  }

  static func viewBeyondPicture(
    _ key: String, end: String, rest: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .viewBeyondPicture,
      "this part of the picture goes beyond its \(end) edge: \(rest) is left for its \(key)", range,
      fixes: [Fix(message: "make it \(rest) at most, or begin nearer to the edge at 0")])
  }

  static func viewCount(_ count: Int, range: SourceRange) -> Diagnostic {
    error(
      .viewCount,
      "expected 2 to 64 parts of the picture, found \(count)", range,
      fixes: [
        Fix(
          message: count < 2
            ? "a part that does not change stands without brackets; a list has where it goes from and to"
            : "animate \"view\" with \"values\" and \"keyTimes\"")
      ])
  }

  static func viewEmpty(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .viewEmpty,
      "a part of a picture without \(key) shows nothing", range,
      fixes: [Fix(message: "write a share above 0, as in 0.5")])
  }

  static func wrongCount(
    _ count: Int, expected: String, range: SourceRange, fixes: [Fix] = []
  ) -> Diagnostic {
    error(.wrongCount, "expected \(expected), found \(count)", range, fixes: fixes)
  }

  static func wrongType(
    found: String, expected: String, example: String, range: SourceRange, fixes: [Fix] = []
  ) -> Diagnostic {
    error(
      .wrongType,
      "expected \(expected), found \(found)", range,
      label: fixes.isEmpty ? "for example \(example)" : nil, fixes: fixes)
  }
}
