import Diagnostics
import BaseValues
import TimelineModel

// What is said of names and of keys that stand where they cannot, sorted by name.
extension ProjectMessages {
  static func captionKeyOfTrack(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .captionKeyOfTrack, "\"\(key)\" is for captions, and this track has none", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  /// - Parameter removals: take one of them out each.
  static func conflictingKeys(
    _ first: String, _ second: String, of noun: String, range: SourceRange, other: SourceRange,
    removals: [Fix] = []
  ) -> Diagnostic {
    error(
      .conflictingKeys,
      "\(noun) takes \"\(first)\" or \"\(second)\", not both", range,
      notes: [Note(message: "\"\(first)\" is given here", range: other)],
      fixes: removals.isEmpty ? [Fix(message: "remove one of them")] : removals)
  }

  static func effectWithoutLook(
    _ effect: String, media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .effectWithoutLook,
      "the effect '\(effect)' takes a LUT or CDL, and '\(shortened(media))' is not one", range,
      notes: [Note(message: "'\(shortened(media))' is defined here", range: other)],
      fixes: [
        Fix(message: "name a media entry like { \"lut\": \"look.cube\" }")
      ])
  }

  static func fontTag(_ tag: String, like example: String, range: SourceRange) -> Diagnostic {
    error(
      .fontTag,
      "'\(shortened(tag))' is no tag of a font, which has four characters, for example "
        + "\"\(example)\"", range)
  }

  static func gradientKeyOfOtherKind(
    _ key: String, kind: String, others: [String], range: SourceRange
  ) -> Diagnostic {
    let kinds = others.map { JSONText.quoted($0) }.joined(separator: " or ")
    return error(
      .gradientKeyOfOtherKind,
      "a \(kind) gradient has no \(key)", range,
      fixes: [Fix(message: "use the kind \(kinds), or remove \(JSONText.quoted(key))")])
  }

  /// - Parameters:
  ///   - owners: what the key is for.
  ///   - noun: what stands there.
  ///   - better: the key that says the same there.
  static func keyOfOtherContent(
    _ key: String, for owners: String, this noun: String, better: String?, range: SourceRange
  ) -> Diagnostic {
    error(
      .keyOfOtherContent, "\"\(key)\" is for \(owners), and this is \(noun)", range,
      fixes: [Fix(message: better.map { "use \"\($0)\"" } ?? "remove \"\(key)\"")])
  }

  static func layerKeyBesideLayers(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .layerKeyBesideLayers,
      "\"\(key)\" belongs to a layer, and this title has \"layers\"", range,
      fixes: [Fix(message: "move \"\(key)\" into a layer")])
  }

  static func lookAsPicture(
    _ media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    let quoted = JSONText.quoted(shortened(media))
    return error(
      .lookAsPicture,
      "'\(shortened(media))' is a LUT or CDL, not a picture", range,
      notes: [Note(message: "'\(shortened(media))' is defined here", range: other)],
      fixes: [
        Fix(
          message: "write it at the clip that it changes: "
            + "\"effects\": [{ \"effect\": \"lut\", \"media\": \(quoted) }]")
      ])
  }

  static func missingKey(
    _ key: String, of noun: String, range: SourceRange, example: String?
  ) -> Diagnostic {
    let name = key.prefix { $0 != "\"" }
    return error(
      .missingKey,
      "\(noun) needs \"\(key)\"", range,
      fixes: example.map { [Fix(message: "add \"\(name)\": \($0)")] } ?? [])
  }

  static func missingSound(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      .missingSound,
      "\(clip) is to play sound, but its media has none", range,
      fixes: [Fix(message: "remove \"audio\"")])
  }

  /// Its id is made of the two names, `direction-of-dissolve`.
  static func parameterOfOtherKind(
    _ parameter: String, kind: String, others: [String], range: SourceRange
  ) -> Diagnostic {
    let article = kind.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    let uses = others.map { JSONText.quoted($0) }.joined(separator: " or ")
    return error(
      .parameterOfOtherKind,
      "\(article) \(kind) has no \(parameter)", range,
      fixes: [Fix(message: "use \(uses), or remove \(JSONText.quoted(parameter))")])
  }

  static func pictureKeyInAudio(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .pictureKeyInAudio,
      key == "audio"
        ? "a clip of an audio track always brings its sound"
        : "\"\(key)\" is for pictures, and this is an audio track", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func pictureKeyOfAudioTrack(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .pictureKeyOfAudioTrack,
      "\"\(key)\" is for pictures, and this track has only sound", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func soundKeyInTitles(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .soundKeyInTitles,
      "\"\(key)\" is for sound, and titles have none", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func styleOfTrack(range: SourceRange) -> Diagnostic {
    error(
      .styleOfTrack, "\"style\" of a track is for captions, and this track has none", range,
      fixes: [
        Fix(message: "write \"defaults\" for the track's items, or \"style\" in each of them")
      ])
  }

  static func subtitlesOfDrawnTrack(range: SourceRange) -> Diagnostic {
    warning(
      .subtitlesOfDrawnTrack,
      "the texts of this track are drawn alone, and nothing of \"subtitles\" is used", range,
      fixes: [Fix(message: "write \"output\": \"both\" or \"track\" beside it")])
  }

  static func titleKeyOfClips(_ key: String, range: SourceRange) -> Diagnostic {
    error(
      .titleKeyOfClips, "\"\(key)\" is for titles, and this track has none", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func unknownForm(
    of noun: String, forms: [String], range: SourceRange, fixes: [Fix]
  ) -> Diagnostic {
    error(.unknownForm, "\(noun) needs one of \(MessageParts.list(forms))", range, fixes: fixes)
  }

  static func unknownKey(
    _ key: String, of noun: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error(.unknownKey, "\(noun) has no key \"\(key)\"", range, notes: notes, fixes: fixes)
  }

  static func unknownMedia(
    _ name: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error(
      .unknownMedia, "there is no media '\(shortened(name))'", range, notes: notes, fixes: fixes)
  }

  static func unknownName(
    _ name: String, expected: String, names: [String], respelling: Respelling?,
    suggestion: String?, advice: String? = nil, range: SourceRange
  ) -> Diagnostic {
    let replacements =
      respelling.map { [$0.fix(replacing: range)] } ?? MessageParts.replacement(suggestion, range)
    return error(
      .unknownName,
      "'\(name)' is not \(expected)", range,
      label: names.count == 1
        ? "expected \(MessageParts.list(names))" : "expected one of \(MessageParts.list(names))",
      fixes: replacements.isEmpty ? advice.map { [Fix(message: $0)] } ?? [] : replacements)
  }

  static func unknownTrack(
    _ name: String, orClip: Bool, range: SourceRange, suggestion: String?, known: [String]
  ) -> Diagnostic {
    error(
      .unknownTrack,
      "there is no track\(orClip ? " or clip" : "") with the id '\(shortened(name))'", range,
      notes: suggestion == nil && !known.isEmpty
        ? [Note(message: "the ids are \(MessageParts.list(known))")] : [],
      fixes: MessageParts.replacement(suggestion, range)
        + (known.isEmpty
          ? [Fix(message: "give the other track\(orClip ? " or clip" : "") an \"id\"")] : []))
  }

  static func unknownVersion(_ version: String, range: SourceRange) -> Diagnostic {
    error(
      .unknownVersion,
      "version \(version) of the project format is not known", range,
      label: "this program knows version 1",
      fixes: [
        Fix(message: "write 1, or use a newer cutlist for newer projects")
      ])
  }

  static func unknownWipe(
    _ name: String, respelling: Respelling?, suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    error(
      .unknownWipe,
      "'\(name)' is not a wipe's shape", range,
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? MessageParts.replacement(
        suggestion, range)
        + [wipeExamples])
  }

  static func unknownWipeNumber(_ number: String, range: SourceRange) -> Diagnostic {
    error(.unknownWipeNumber, "there is no wipe \(number)", range, fixes: [wipeExamples])
  }

  /// Items of another kind than the track's.
  ///
  /// - Parameter fixes: the best first.
  static func wrongPath(_ reason: String, range: SourceRange) -> Diagnostic {
    error(
      .wrongPath,
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
    error(.wrongTrackKind, "\(found), and this is \(track)", range, notes: notes, fixes: fixes)
  }

  private static let wipeExamples = Fix(
    message: "take one of the table of wipes, such as \"iris-circle\" or 201")
}
