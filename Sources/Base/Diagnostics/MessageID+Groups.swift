// What messages have in common.
extension MessageID {
  /// Those of warnings, and of a note that stands alone: what `--silence` takes. A test compares them with the
  /// warnings that the sources make.
  package static let silenceable: Set<MessageID> = [
    .animationLongerThanItem, .audioLeadBeyondMedia, .audioTrackSilent, .automationAfterEnd,
    .belowAlone, .belowNothing, .bracesInText, .captionBeforeStart, .captionBlankLine,
    .captionBytes, .captionCut, .captionEmpty, .captionEncodingGuess, .captionEndBeforeStart,
    .captionEndMissing, .captionFileEmpty, .captionFindings, .captionGapOpen, .captionGapShort,
    .captionHeader, .captionLineLength, .captionLineWords, .captionLines, .captionLost,
    .captionNoLength, .captionNotUnderstood, .captionOnText, .captionOverlap, .captionPastEnd,
    .captionReadingSpeed, .captionSafeArea, .captionSpeaker, .captionSpelling, .captionStyleKey,
    .captionTag,
    .captionTextOutside, .captionTooLong,
    .captionTooShort, .captionWithoutText, .captionZeroBytes, .captionsNotShown, .captionsOfRuns,
    .captionsOnCaptions, .captionsOutside, .captionsWrapped,
    .clipLoudnessNotReached, .clipNeverShown, .clipWithoutLoudness, .cutOffMedia,
    .duckNeverHappens, .duckWithoutSound, .duckWithoutSpeech, .endPassed, .fontAxis,
    .fontMissingGlyph,
    .fontMissingGlyphs, .fontSlanted, .fontWeight, .groupEnlarged, .irregularSound, .itemAfterEnd,
    .itemBesidePicture, .itemHidden, .itemInvisible, .keyWithoutEffect, .lockLibrary, .lockPath,
    .lockUnused, .loudnessNotReached, .manyChapters, .markerAfterEnd, .markersOfOneName,
    .maskBesidePicture, .matteNeverThere, .mediaNote, .metadataLost, .metadataMissing,
    .noLoudness, .parameterUnused, .partTrackUnused, .pictureAfterSound, .pictureFault,
    .qrContrast, .qrInverted, .rampLongerThanClip, .rateOfMixAlone, .rollCutOff,
    .soundAfterPicture, .soundAlone, .soundBeforeMovie,
    .soundBeyondPicture, .soundClips, .soundKeyWithoutSound, .soundNotHeard, .soundNotMeasured,
    .soundWithoutOutput, .styleUnused, .subtitlesLeftOut, .subtitlesOfDrawnTrack, .textCutWord,
    .textNeverShown, .textOverflow, .titleBeyondEdge, .titleOutside, .titlePosition,
    .transitionBlendModes,
    .transitionWithoutMaterial, .unheardStreams, .unplacedChannels, .unusedGroup, .unusedMedia,
  ]

  /// Whether it is about what is no JSON, whatever it means.
  package var isOfSyntax: Bool {
    switch self {
    case .jsonDepth, .jsonDuplicateKey, .jsonEncoding, .jsonSize, .jsonSyntax, .jsonTooManyErrors:
      true
    default: false
    }
  }
}
