import Diagnostics
import TimelineModel

/// What reading and resolving a project has to say, sorted by name; ids are the functions' names.
enum ProjectMessages: MessageTable {
  static func animatedAnchor(range: SourceRange) -> Diagnostic {
    error(
      "the anchor of a picture can move, that of a text or a whole title cannot", range,
      fixes: [Fix(message: "animate \"position\" or \"offset\"")])
  }

  static func animatedBesideView(_ property: String, range: SourceRange) -> Diagnostic {
    error(
      "a clip with a \"view\" fills the canvas, so its \(quotedForMessage(property)) cannot move",
      range,
      fixes: [Fix(message: "animate \"view\", or leave it out")])
  }

  static func animatedColor(range: SourceRange) -> Diagnostic {
    error(
      "only a text has a colour that can move", range,
      fixes: [Fix(message: "animate \"color\" in the layer with the text")])
  }

  static func animatedView(range: SourceRange) -> Diagnostic {
    error(
      "only a clip has a \"view\" that can move", range,
      fixes: [Fix(message: "animate \"position\" and \"scale\"")])
  }

  static func animationAfterItem(
    begin: String, duration: String, range: SourceRange
  ) -> Diagnostic {
    error(
      "this animation begins at \(begin), but its item stays for \(duration) only", range,
      fixes: [Fix(message: "begin earlier: times are counted from the item's start")])
  }

  static func bufferTooSmall(
    _ size: Int, rate: Int, least: Int, range: SourceRange
  ) -> Diagnostic {
    error(
      "a buffer of \(size) bits holds less than a quarter of a second at \(rate) bits a second",
      range, fixes: [Fix(message: "set \"bufsize\" to \(least) or more")])
  }

  static func bufferWithoutRate(range: SourceRange) -> Diagnostic {
    error(
      "\"bufsize\" says nothing without \"maxrate\"", range,
      fixes: [Fix(message: "add \"maxrate\", or remove \"bufsize\"")])
  }

  static func clipsApart(
    before: String, end: String, after: String, start: String, range: SourceRange,
    beforeRange: SourceRange, afterRange: SourceRange
  ) -> Diagnostic {
    error(
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
    _ text: String, range: SourceRange, respelling: Respelling?, nearest: [String], count: Int
  ) -> Diagnostic {
    let names = nearest.isEmpty ? "" : "; the nearest of the \(count) names: \(list(nearest))"
    return error(
      "'\(text)' is not a colour", range,
      notes: respelling != nil
        ? [] : [Note(message: "\"#rgb\", \"#rrggbb\" and \"#rrggbbaa\" are understood\(names)")],
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? replacement(nearest.first, range))
  }

  static func conflictingKeys(
    _ first: String, _ second: String, of noun: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      "\(noun) takes \"\(first)\" or \"\(second)\", not both", range,
      notes: [Note(message: "\"\(first)\" is given here", range: other)],
      fixes: [Fix(message: "remove one of them")])
  }

  static func cropLeavesNothing(_ sides: String, range: SourceRange) -> Diagnostic {
    error("\"\(sides)\" together cut off the whole picture", range)
  }

  static func declickTooLong(range: SourceRange) -> Diagnostic {
    error(
      "sound that takes more than 20 ms to rise is faded, not kept from clicking", range,
      fixes: [
        Fix(
          message: "write \"5ms\", and fade clips by \"fadeIn\" and \"fadeOut\"", replacing: range,
          with: "\"5ms\"")
      ])
  }

  static func easingsCount(_ count: Int, stretches: Int, range: SourceRange) -> Diagnostic {
    error(
      "\(count) easings for \(stretches) \(stretches == 1 ? "stretch" : "stretches") between values",
      range, fixes: [Fix(message: "give one easing for all, or one for each stretch")])
  }

  static func effectWithoutLook(
    _ effect: String, media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      "the effect '\(effect)' takes a file of colours, and '\(shortened(media))' is none", range,
      notes: [Note(message: "'\(shortened(media))' is defined here", range: other)],
      fixes: [
        Fix(message: "name a media entry like { \"lut\": \"look.cube\" }")
      ])
  }

  static func emptyText(expected: String, range: SourceRange) -> Diagnostic {
    error("expected \(expected), found an empty string", range)
  }

  static func fadesLongerThanTitle(
    _ title: String, duration: String, fades: String, range: SourceRange
  ) -> Diagnostic {
    error("the fades of \(title) take \(fades), but it stays for \(duration)", range)
  }

  static func filterMemoryOfCanvas(range: SourceRange) -> Diagnostic {
    error(
      "what is composed or drawn is filtered frame by frame, without a memory", range,
      fixes: [
        Fix(
          message:
            "leave it out, or put the filter on clips of files, whose pictures are remembered")
      ])
  }

  static func filterMemoryTooLong(longest: String, range: SourceRange) -> Diagnostic {
    error(
      "a chain of filters may remember \(longest) at most", range,
      fixes: [Fix(message: "write \"start\" for all pictures from the clip's first one on")])
  }

  static func frameRateSyntax(
    _ text: String, range: SourceRange, respelling: Respelling?
  ) -> Diagnostic {
    error(
      "'\(text)' is not a frame rate", range,
      label: "expected above 0 and at most 1000, as in 30, 29.97 or \"30000/1001\"",
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? [])
  }

  static func freezeWithoutLength(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      "\(clip) holds one picture and does not say for how long", range,
      fixes: [
        Fix(
          message: "add \"duration\": \"2s\"", replacing: SourceRange(at: range.upper),
          with: ", \"duration\": \"2s\"")
      ])
  }

  static func gradientKeyOfOtherKind(
    _ key: String, kind: String, others: [String], range: SourceRange
  ) -> Diagnostic {
    let kinds = others.map { JSONText.quoted($0) }.joined(separator: " or ")
    return error(
      "a \(kind) gradient has no \(key)", range,
      fixes: [Fix(message: "use the kind \(kinds), or remove \(JSONText.quoted(key))")])
  }

  static func halfPair(expected: String, range: SourceRange) -> Diagnostic {
    error(
      "\(expected) cannot hold half of a surrogate pair, which stands for a byte of a file name",
      range, fixes: [Fix(message: "write the character itself, or both of its halves")])
  }

  static func keyOfOtherContent(
    _ key: String, isImage: Bool, range: SourceRange
  ) -> Diagnostic {
    error(
      isImage
        ? "\"\(key)\" is for texts, and this is an image"
        : "\"\(key)\" is for images, and this is a text", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func keyTimesCount(
    _ count: Int, values: Int, range: SourceRange, other: SourceRange?
  ) -> Diagnostic {
    error(
      "\(count) key \(count == 1 ? "time" : "times") for \(values) \(values == 1 ? "value" : "values")",
      range, notes: other.map { [Note(message: "the values", range: $0)] } ?? [],
      fixes: [Fix(message: "give one key time for each value")])
  }

  static func keyTimesOrder(_ reason: String, range: SourceRange, fix: Fix) -> Diagnostic {
    error("key times have to rise from 0 to 1: \(reason)", range, fixes: [fix])
  }

  static func keyWithOverlap(
    _ key: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      "\"\(key)\" means nothing where clips are moved over each other", range,
      notes: [Note(message: "the mode is given here", range: other)],
      fixes: [Fix(message: "remove \"\(key)\" or the mode \"overlap\"")])
  }

  static func layerKeyBesideLayers(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      "\"\(key)\" belongs to a layer, and this title has \"layers\"", range,
      fixes: [Fix(message: "move \"\(key)\" into a layer")])
  }

  static func lookAsPicture(
    _ media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    let quoted = JSONText.quoted(shortened(media))
    return error(
      "'\(shortened(media))' is a file of colours, which changes pictures and is none", range,
      notes: [Note(message: "'\(shortened(media))' is defined here", range: other)],
      fixes: [
        Fix(
          message: "write it at the clip that it changes: "
            + "\"effects\": [{ \"effect\": \"lut\", \"media\": \(quoted) }]")
      ])
  }

  static func loopCountWithLength(
    _ clip: String, key: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      "\(clip) says how many times it is played and how long it is", range,
      notes: [Note(message: "the number of times", range: other)],
      fixes: [
        Fix(message: "remove \"\(key)\"; or set \"loop\" to true to play it for so long")
      ])
  }

  static func loopWithoutLength(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      "\(clip) is played again and again and does not say for how long", range,
      fixes: [
        Fix(
          message: "add \"duration\": \"10s\"; or set \"loop\" to a number of times",
          replacing: SourceRange(at: range.upper), with: ", \"duration\": \"10s\"")
      ])
  }

  static func marginWithoutPlace(range: SourceRange) -> Diagnostic {
    error(
      "\"margin\" says nothing without \"place\"", range,
      fixes: [Fix(message: "add \"place\", or remove \"margin\"")])
  }

  static func missingKey(
    _ key: String, of noun: String, range: SourceRange, example: String?
  ) -> Diagnostic {
    let name = key.prefix { $0 != "\"" }
    return error(
      "\(noun) needs \"\(key)\"", range,
      fixes: example.map { [Fix(message: "add \"\(name)\": \($0)")] } ?? [])
  }

  static func missingLength(
    _ clip: String, media: String, key: String, range: SourceRange, mediaRange: SourceRange
  ) -> Diagnostic {
    error(
      "\(clip) needs \(key == "out" ? "an" : "a") \"\(key)\", because its media has no end", range,
      notes: [Note(message: "'\(shortened(media))' is defined here", range: mediaRange)],
      fixes: [Fix(message: "add \"\(key)\": \"5s\"")])
  }

  static func missingNeighbor(range: SourceRange) -> Diagnostic {
    error(
      "this transition has no clip before or after it", range,
      fixes: [Fix(message: "put it beside a clip, or remove it")])
  }

  static func missingSound(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      "\(clip) is to play sound, but its media has none", range,
      fixes: [Fix(message: "remove \"audio\"")])
  }

  static func motionBlurSamples(_ count: Int, range: SourceRange) -> Diagnostic {
    error(
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
      "two transitions without a clip between them", range,
      notes: [Note(message: "the other one", range: other)],
      fixes: [Fix(message: "remove one of them, or put a clip between them")])
  }

  static func noProject(range: SourceRange) -> Diagnostic {
    error(
      "the file is no project: it has neither \"cutlist\" nor \"tracks\"",
      SourceRange(lower: range.lower, upper: min(range.lower + 1, range.upper)),
      fixes: [Fix(message: "name a project file, or add \"cutlist\": 1 to it")])
  }

  static func numberOutOfRange(
    _ number: String, expected: String, range: SourceRange, limits: String,
    respelling: Respelling? = nil
  ) -> Diagnostic {
    error(
      "\(number) is not \(expected)", range, label: "expected \(limits)",
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? [])
  }

  static func numberTooFine(_ number: String, range: SourceRange) -> Diagnostic {
    error("\(number) cannot be kept exactly", range, label: "expected at most about 18 digits")
  }

  static func oddSize(
    _ size: String, side: Int, nearest: String, range: SourceRange
  ) -> Diagnostic {
    let text = JSONText.quoted(nearest)
    return error(
      "the size \(size) cannot be encoded: \(side) is not an even number from 2 to 8192", range,
      fixes: [Fix(message: "write \(text)", replacing: range, with: text)])
  }

  static func orientWithoutPath(range: SourceRange) -> Diagnostic {
    error(
      "\"orient\" turns a picture with its \"path\", and there is none", range,
      fixes: [Fix(message: "add a \"path\", or remove it")])
  }

  static func outBeforeIn(
    _ clip: String, sourceIn: String, sourceOut: String, range: SourceRange, other: SourceRange,
    exchange: [Fix.Edit]
  ) -> Diagnostic {
    error(
      "\(clip) ends at \(sourceOut) of its media, which is not after its start at \(sourceIn)",
      range, notes: other.isNone ? [] : [Note(message: "it starts here", range: other)],
      fixes: exchange.isEmpty
        ? [Fix(message: "let it end later: \"out\" is a time of its media, as \"in\" is")]
        : [
          Fix(message: "exchange \"in\" and \"out\"", edits: exchange),
          Fix(message: "if it is how long the clip stays, write \"duration\" instead of \"out\""),
        ])
  }

  static func overlapWithoutClips(range: SourceRange) -> Diagnostic {
    error(
      "the mode \"overlap\" needs a clip before and after the transition", range,
      fixes: [Fix(message: "remove the mode to fade from or to nothing")])
  }

  /// Its id is made of the two names, `direction-of-dissolve`.
  static func parameterOfOtherKind(
    _ parameter: String, kind: String, others: [String], range: SourceRange
  ) -> Diagnostic {
    let article = kind.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    let uses = others.map { JSONText.quoted($0) }.joined(separator: " or ")
    return error(
      "\(article) \(kind) has no \(parameter)", range,
      fixes: [Fix(message: "use \(uses), or remove \(JSONText.quoted(parameter))")],
      function: "\(parameter)-of-\(kind)")
  }

  static func pathWithoutPosition(_ property: String, range: SourceRange) -> Diagnostic {
    error(
      "a path moves \"position\" or \"offset\", not \(quotedForMessage(property))", range,
      fixes: [Fix(message: "set \"property\" to \"position\", or give \"values\"")])
  }

  static func pictureFadesLongerThanClip(
    _ clip: String, duration: String, fades: String, range: SourceRange
  ) -> Diagnostic {
    error(
      "the fades of the picture of \(clip) take \(fades), but it stays for \(duration)", range)
  }

  static func pictureKeyInAudio(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      key == "audio"
        ? "a clip of an audio track always brings its sound"
        : "\"\(key)\" is about the picture, and this is an audio track", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func pictureKeyOfAudioTrack(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      "\"\(key)\" is about pictures, and this track has sound only", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func pitchWithRamp(range: SourceRange, speed: SourceRange) -> Diagnostic {
    error(
      "where the speed changes the pitch follows it", range,
      notes: [Note(message: "the speed", range: speed)],
      fixes: [Fix(message: "set \"pitch\" to \"follow\"", replacing: range, with: "\"follow\"")])
  }

  static func planGiven(_ path: String, range: SourceRange) -> Diagnostic {
    error(
      "this is a plan, not a project", range,
      fixes: [Fix(message: "render it with 'cutlist render --plan \(path)'")])
  }

  static func rampOrder(at time: String, range: SourceRange) -> Diagnostic {
    error(
      "this point at \(time) is not later than the one before it", range,
      fixes: [
        Fix(message: "give the points in the order of their times, each at a time of its own")
      ])
  }

  static func rampWithoutLength(
    _ clip: String, range: SourceRange, out: SourceRange?
  ) -> Diagnostic {
    let addition = ", \"duration\": \"5s\""
    return error(
      "\(clip) changes its speed and does not say how long it is", range,
      notes: out.map { [Note(message: "an out point does not say when it is reached", range: $0)] }
        ?? [],
      fixes: [
        out == nil
          ? Fix(
            message: "add \"duration\": \"5s\"", replacing: SourceRange(at: range.upper),
            with: addition)
          : Fix(message: "give a \"duration\" in place of \"out\"")
      ])
  }

  static func rateAboveMaximum(_ bits: Int, maximum: Int, range: SourceRange) -> Diagnostic {
    error(
      "\"bitRate\" asks for \(bits) bits a second, but only \(maximum) may flow", range,
      fixes: [Fix(message: "set \"maxrate\" to \(bits) or more; twice as much leaves it room")])
  }

  static func sequencePath(
    _ path: String, suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    error(
      "'\(path)' does not have one place for a number in its last part", range,
      label: suggestion == nil
        ? "expected a path like \"shots/frame-%04d.png\" or \"shots/frame-####.png\"" : nil,
      fixes: replacement(suggestion, range))
  }

  static func soundKeyInTitles(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      "\"\(key)\" is about sound, and titles have none", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func speedTooSlow(range: SourceRange) -> Diagnostic {
    error(
      "a speed between -1/1000 and 1/1000 shows nothing move", range,
      fixes: [
        Fix(message: "\"freeze\": \"2s\" in its place holds the picture at 2 s of the source")
      ])
  }

  static func startAfterMedia(
    _ clip: String, key: String, start: String, end: String, range: SourceRange
  ) -> Diagnostic {
    error(
      "\(clip) starts at \(start) of its media, which ends at \(end)", range,
      fixes: [Fix(message: "set \"\(key)\" to less than \"\(end)\"")])
  }

  static func stepWithFrom(range: SourceRange) -> Diagnostic {
    error(
      "a step of gain has no \"from\"", range,
      fixes: [Fix(message: "add \"duration\" to make it a ramp, or remove \"from\"")])
  }

  static func stepsWithoutJump(range: SourceRange) -> Diagnostic {
    error(
      "one step that jumps at neither end never leaves the first value", range,
      fixes: [Fix(message: "write 2, or let it jump at the \"end\"", replacing: range, with: "2")])
  }

  static func stopBeforeOther(
    _ position: String, other: String, range: SourceRange, otherRange: SourceRange
  ) -> Diagnostic {
    error(
      "this colour is at \(position), before one that stands before it", range,
      notes: [Note(message: "that one is at \(other)", range: otherRange)],
      fixes: [Fix(message: "write colours in the order of their places")])
  }

  static func timeOutOfRange(
    _ text: String, expected: String, key: String, range: SourceRange
  ) -> Diagnostic {
    var fixes: [Fix] = []
    if text.hasPrefix("-") {
      let positive = String(text.dropFirst())
      switch key {
      case "at":
        fixes = [
          Fix(
            message: "write 0: the movie starts there, and nothing starts earlier",
            replacing: range, with: "0"),
          Fix(message: "to leave out what would come before, set \"in\" \(positive) later"),
        ]
      case "in":
        fixes = [
          Fix(
            message: "write 0: the media starts there, and has nothing earlier",
            replacing: range, with: "0"),
          Fix(message: "to wait before the clip, put { \"gap\": \"\(positive)\" } in front of it"),
        ]
      default:
        let text = JSONText.quoted(positive)
        fixes = [Fix(message: "write \(text)", replacing: range, with: text)]
      }
    }
    return error("\(text) is not \(expected)", range, fixes: fixes)
  }

  static func timeOverflow(_ what: String, range: SourceRange) -> Diagnostic {
    error("the times of \(what) are too large or too fine to be added exactly", range)
  }

  static func timeResolution(
    _ reason: String, range: SourceRange, suggestion: String?
  ) -> Diagnostic {
    error(reason, range, fixes: replacement(suggestion, range))
  }

  static func timeSyntax(
    _ text: String, reason: String, range: SourceRange, respelling: Respelling?
  ) -> Diagnostic {
    error(
      "'\(text)' is not a time: \(reason)", range,
      label: "expected a time like \"2.5s\", \"75f\" or \"00:00:02:15\"",
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? [])
  }

  static func titlePosition(range: SourceRange) -> Diagnostic {
    let better = JSONText.quoted("offset")
    return warning(
      "the layers of a title have positions of their own; what moves all of them is an offset",
      range,
      fixes: [
        Fix(message: "write \(better)", replacing: range, with: better, isCertain: true)
      ])
  }

  static func tooManyFilters(limit: Int, range: SourceRange) -> Diagnostic {
    error(
      "this is one chain of filters too many: a project may have \(limit) that differ", range,
      fixes: [Fix(message: "use some of them for several clips")])
  }

  static func tooManyFindings(limit: Int, range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: "too-many-findings", severity: .note,
      message: "\(limit) findings; those after here are not listed", range: range)
  }

  static func tooManyItems(_ count: Int, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      "the tracks hold \(count) items; the limit is \(limit)", range,
      fixes: [Fix(message: "split the project, or raise the limit with --limit items=N")])
  }

  static func tooManyTracks(_ count: Int, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      "there are \(count) tracks; the limit is \(limit)", range,
      fixes: [Fix(message: "use fewer tracks, or raise the limit with --limit tracks=N")])
  }

  static func trackAnimationWithoutDuration(range: SourceRange) -> Diagnostic {
    error(
      "an effect of a whole track has no end to move to, so its movements need a duration", range,
      fixes: [Fix(message: "add \"duration\": \"2s\"; times are those of the movie")])
  }

  static func transitionAlignment(
    _ alignment: String, natural: String, range: SourceRange
  ) -> Diagnostic {
    error(
      "a transition from or to nothing cannot have the alignment \"\(alignment)\"", range,
      fixes: [
        Fix(message: "use \"\(natural)\"", replacing: range, with: "\"\(natural)\"")
      ])
  }

  static func transitionOfEdit(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      "'\(name)' is a project or a group, which a transition does not take", range,
      fixes: [
        Fix(
          message:
            "show it on a track above for as long as the transition, or render it to a file and "
            + "name that")
      ])
  }

  static func transitionWithoutParameter(
    _ parameter: String, kind: String, example: String?, range: SourceRange
  ) -> Diagnostic {
    let article = kind.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    return error(
      "\(article) \(kind) needs \(JSONText.quoted(parameter))", range,
      fixes: example.map { [Fix(message: "add \(JSONText.quoted(parameter)): \($0)")] } ?? [])
  }

  static func unknownForm(
    of noun: String, forms: [String], range: SourceRange, fixes: [Fix]
  ) -> Diagnostic {
    error("\(noun) needs one of \(list(forms))", range, fixes: fixes)
  }

  static func unknownKey(
    _ key: String, of noun: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error("\(noun) has no key \"\(key)\"", range, notes: notes, fixes: fixes)
  }

  static func unknownMedia(
    _ name: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error("there is no media '\(shortened(name))'", range, notes: notes, fixes: fixes)
  }

  static func unknownName(
    _ name: String, expected: String, names: [String], respelling: Respelling?,
    suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    error(
      "'\(name)' is not \(expected)", range,
      label: names.count == 1 ? "expected \(list(names))" : "expected one of \(list(names))",
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? replacement(suggestion, range))
  }

  static func unknownTrack(
    _ name: String, range: SourceRange, suggestion: String?, known: [String]
  ) -> Diagnostic {
    error(
      "there is no track with the id '\(shortened(name))'", range,
      notes: suggestion == nil && !known.isEmpty
        ? [Note(message: "the ids are \(list(known))")] : [],
      fixes: replacement(suggestion, range)
        + (known.isEmpty ? [Fix(message: "give the other track an \"id\"")] : []))
  }

  static func unknownVersion(_ version: String, range: SourceRange) -> Diagnostic {
    error(
      "version \(version) of the project format is not known", range,
      label: "this program knows version 1",
      fixes: [
        Fix(message: "write 1, or use a newer cutlist for a newer project")
      ])
  }

  static func unknownWipe(
    _ name: String, respelling: Respelling?, suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    error(
      "'\(name)' is not a wipe's shape", range,
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? replacement(suggestion, range)
        + [wipeExamples])
  }

  static func unknownWipeNumber(_ number: String, range: SourceRange) -> Diagnostic {
    error("there is no wipe \(number)", range, fixes: [wipeExamples])
  }

  private static let wipeExamples = Fix(
    message: "take one of the table of wipes, such as \"iris-circle\" or 201")

  static func untilBeforeStart(
    _ item: String, verb: String, start: String, until: String, range: SourceRange
  ) -> Diagnostic {
    error("\(item) \(verb) at \(until), which is not after its start at \(start)", range)
  }

  static func viewBeyondPicture(
    _ key: String, end: String, rest: String, range: SourceRange
  ) -> Diagnostic {
    error(
      "this part of the picture goes beyond its \(end) edge: \(rest) is left for its \(key)", range,
      fixes: [Fix(message: "make it \(rest) at most, or begin nearer to the edge at 0")])
  }

  static func viewEmpty(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      "a part of a picture without \(key) shows nothing", range,
      fixes: [Fix(message: "write a share above 0, as in 0.5")])
  }

  static func wrongCount(_ count: Int, expected: String, range: SourceRange) -> Diagnostic {
    error("expected \(expected), found \(count)", range)
  }

  /// Items of another kind than the track's.
  ///
  /// - Parameter fixes: the best first.
  static func wrongPath(_ reason: String, range: SourceRange) -> Diagnostic {
    error(
      "this path cannot be read: \(reason)", range,
      fixes: [
        Fix(
          message:
            "begin with M, then give points in pixels: \"M 100 300 C 300 100 500 500 700 300\"")
      ])
  }

  static func wrongTrackKind(
    _ found: String, on track: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error("\(found), and this is \(track)", range, notes: notes, fixes: fixes)
  }

  static func wrongType(
    found: String, expected: String, example: String, range: SourceRange, fixes: [Fix] = []
  ) -> Diagnostic {
    error(
      "expected \(expected), found \(found)", range,
      label: fixes.isEmpty ? "for example \(example)" : nil, fixes: fixes)
  }

  private static func list(_ names: [String]) -> String { MessageParts.list(names) }

  private static func replacement(_ suggestion: String?, _ range: SourceRange) -> [Fix] {
    MessageParts.replacement(suggestion, range)
  }
}
