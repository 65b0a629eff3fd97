import OutputKinds

/// What people ask for that is no key: how it is done here, and the pages that tell more.
struct Wish: Sendable {
  /// Names without case, hyphens, underscores and spaces.
  let names: [String]
  /// How it is done.
  let advice: String
  /// Keys and kinds whose pages follow.
  let pages: [String]

  private init(_ names: String, _ advice: String, _ pages: String...) {
    self.names = names.split(separator: " ").map(String.init)
    self.advice = advice
    self.pages = pages
  }

  /// What a name asks for; `nil` where nobody knows.
  static func named(_ name: String) -> Wish? {
    guard name.utf8.count <= Spelling.lengthLimit else { return nil }
    let word = Spelling.plain(name).filter { $0 != " " }
    return all.first { $0.names.contains(word) }
  }

  static let all: [Wish] = [
    Wish(
      "kenburns panandzoom zoomintophoto movingphoto",
      "a view moves over a picture: \"view\": [ { \"width\": 1 }, { \"x\": 0.3, \"y\": 0.2, \"width\": 0.5 } ]",
      "view"),
    Wish(
      "slowmotion slowmo timelapse fastforward fastmotion",
      "\"speed\": 0.5 is half as fast, 8 eight times; \"frames\": \"flow\" makes the pictures between "
        + "those of the source", "speed", "frames"),
    Wish(
      "speedramp ramping",
      "a list of speeds: \"speed\": [ { \"at\": \"0s\", \"speed\": 1 }, "
        + "{ \"at\": \"2s\", \"speed\": 0.25 } ]", "speed"),
    Wish(
      "lowerthird lowerthirds nametag bauchbinde strap",
      "a title with a box at the bottom: { \"text\": \"Ann Lee\", \"place\": \"bottom-left\", "
        + "\"box\": { \"color\": \"#000000a0\", \"padding\": 12 } }", "title", "box"),
    Wish(
      "subtitle subtitles caption captions srt vtt closedcaptions socialcaptions "
        + "verticalcaptions",
      "a file of captions is media, \"subs\": \"talk.srt\", and a track shows it: "
        + "{ \"captions\": [{ \"clip\": \"subs\" }] }; \"output\" says whether it is drawn",
      "captionsItem", "output"),
    Wish(
      "karaoke wordhighlight activeword",
      "\"words\" of a track of captions: how a word looks before, while and after it is said",
      "words", "captionsItem"),
    Wish(
      "pictureinpicture pip inset facecam",
      "a second video track with \"scale\": 0.3 and \"position\": [\"80%\", \"75%\"]", "scale",
      "position"),
    Wish(
      "splitscreen sidebyside grid collage",
      "a video track for each part, each with \"crop\", \"scale\" and \"position\"", "crop",
      "scale",
      "position"),
    Wish(
      "greenscreen bluescreen keying keyer",
      "an effect of the upper clip: "
        + "\"effects\": [ { \"effect\": \"chroma-key\", \"color\": \"#00b140\" } ]", "chroma-key"),
    Wish(
      "jcut lcut splitedit",
      "\"audioLead\": \"0.5s\" lets the sound begin before its picture (J cut), "
        + "\"audioTail\" lets it go on after it (L cut)", "audioLead", "audioTail"),
    Wish(
      "censor anonymize anonymise mosaicface blurface",
      "the effect pixelate or blur with an area that moves over the face", "pixelate", "blur"),
    Wish(
      "bleep beep bleepout censorbeep",
      "\"automation\" silences the word, and { \"generate\": \"tone\" } on another track covers it",
      "automation", "generate"),
    Wish(
      "music backgroundmusic musicbed loopmusic",
      "a clip on an audio track; \"fit\": \"movie\" makes it as long as the movie: trimmed, or repeated and "
        + "faded out", "audioClip", "duck"),
    Wish(
      "fadetoblack fadefromblack fadein fadeout",
      "\"fade\": { \"in\": \"1s\", \"out\": \"1s\" } is about a clip's picture, \"fadeIn\" and "
        + "\"fadeOut\" about its sound", "fade", "fadeIn", "fadeOut"),
    Wish(
      "ducking sidechain musicundervoice",
      "\"duck\": { \"under\": \"voice\", \"to\": \"-12dB\" } on the "
        + "track of the music, with \"id\": \"voice\" on that of the voice", "duck"),
    Wish(
      "normalize normalise normalization lufs r128 ebur128 loudnorm",
      "\"loudness\": -16 in the output's \"audio\" for the movie, or at a clip", "loudness"),
    Wish(
      "slideshow photoalbum",
      "'cutlist new FOLDER' makes one of a folder of photos; each is a clip with "
        + "a duration", "view", "transition"),
    Wish(
      "watermark logo bug overlay",
      "a picture on the uppermost video track, with \"scale\", \"place\" and "
        + "\"opacity\"", "opacity", "place"),
    Wish(
      "qrcode qr barcode datamatrix",
      "a generated picture: { \"generate\": \"qr\", \"value\": \"https://example.org\" }",
      "generatedQR"),
    Wish(
      "callout annotation pointer arrowto",
      "a shape and a text among a track's titles: { \"shape\": \"arrow\", \"points\": [[100, 100], [300, 200]] }; "
        + "\"animate\" of \"drawn\" draws it", "shape", "drawn"),
    Wish(
      "progressbar progress loadingbar",
      "a rectangle with \"animate\" of \"scale\" from [0, 1] to 1 and the anchor [\"0%\", \"50%\"]",
      "shape",
      "animation"),
    Wish(
      "creditsroll credits crawl scroller ticker",
      "a title with \"roll\" goes up by whole pixels a frame, with \"crawl\" to the left: "
        + "{ \"duration\": \"20s\", \"text\": \"…\", \"roll\": 2 }", "roll", "crawl"),
    Wish(
      "chapter chapters",
      "markers are times with names, and chapters where they say so: \"markers\": [ { \"at\": \"8s\", "
        + "\"name\": \"night falls\", \"chapter\": true } ]", "marker"),
    Wish(
      "vertical portrait reels shorts tiktok square aspectratio resize",
      "'cutlist render PROJECT --size 1080x1920' makes another size of the same edit; lengths in % and "
        + "\"place\" follow it", "size", "place", "fit"),
    Wish(
      "letterbox pillarbox blackbars blurredbackground",
      "\"fit\": \"contain\" shows bars, \"blur\" a blurred copy instead of them, \"cover\" none",
      "fit"),
    Wish(
      "freezeframe stillframe", "\"freeze\": \"2s\" with a duration holds the picture at 2 s",
      "freeze"),
    Wish(
      "backwards rewind reverse playbackwards reversed",
      "\"speed\": -1 plays from \"out\" to \"in\"", "speed"),
    Wish(
      "adjustmentlayer",
      "a clip of the media { \"generate\": \"below\" } changes all that lies below it",
      "generate", "effects"),
    Wish(
      "compound compoundclip nestedsequence precomp subsequence nesting",
      "a group, or another project as media", "group", "mediaProject"),
    Wish(
      "template templates batch mailmerge variables table csv data spreadsheet rows",
      "parameters, and a movie for each row of a table: "
        + "'cutlist render PROJECT --data TABLE.csv -o \"{name}.mp4\"'", "parameter"),
    Wish(
      "proxy proxies preview",
      "'cutlist render PROJECT --scale 1/4' makes a small movie at once, "
        + "'cutlist frame' one frame, 'cutlist sheet' an overview", "size"),
    Wish(
      "sync lipsync avsync",
      "\"audioLead\" and \"audioTail\" move where a clip's sound begins and ends; an audio "
        + "track with \"at\" puts any sound anywhere", "audioLead", "at"),
    Wish(
      "trim cut split razor",
      "\"in\" and \"out\" trim a clip; to split it, write it twice with the same place as "
        + "\"out\" and \"in\"", "in", "out"),
    Wish(
      "voiceover narration commentary",
      "an audio track with an \"id\", under which the music's track ducks", "duck",
      "audioClip"),
    Wish(
      "silence mutesound",
      "where no clip is, a track is silent; \"muted\" silences a track or a clip", "muted"),
    Wish(
      "countdown countup stopwatch timer timecode timecodeburnin burnin burntimecode timecodeoverlay "
        + "framenumber framecounter scorecounter numbercounter thousands thousandsseparator clock",
      "\"counter\" in a run of a title's text, or \"{timecode}\", \"{frame}\", \"{time}\" and "
        + "\"{remaining}\" in the text", "counter", "title"),
    Wish(
      "typewriter wordbyword kinetictext textanimation letterbyletter",
      "\"enter\" and \"leave\" of a title: its letters, words or lines come one after another",
      "title", "textMotion"),
    Wish(
      "spotlight highlight", "the media { \"generate\": \"below\" } darkened, with a mask", "mask",
      "generate"),
    Wish(
      "10bit tenbit highbitdepth",
      "\"output\": { \"video\": { \"bitDepth\": 10 } } composes in 10 bits and makes H.264 High 10, "
        + "with \"codec\": \"hevc\" HEVC Main 10", "bitDepth", "videoEncoding"),
    Wish(
      "encode codec mp4 h264 x264 quality",
      "movies are H.264 and AAC in MP4 unless you say otherwise: in \"video\", \"crf\" is for a quality, "
        + "\"bitRate\" for a rate, \"codec\" for another codec", "videoEncoding"),
    Wish(
      "hevc h265 prores webm vp9 av1 dnxhd dnxhr mov mkv matroska quicktime",
      "the ending of the movie's name chooses the container (\(MovieContainer.endings)), and \"codec\" in "
        + "\"video\" the codec", "output", "videoEncoding"),
    Wish(
      "gif apng animatedgif animatedpng",
      "a movie whose name ends with .gif or .apng is one: 'cutlist render PROJECT -o cut.gif'",
      "output"),
    Wish(
      "imagesequence numberedpictures pngsequence numberedpngs imagesequences timelapsephotos",
      "numbered pictures are media: { \"sequence\": \"shot-%04d.png\", \"frameRate\": 25 }; "
        + "'cutlist render PROJECT -o cut-%04d.png' writes them", "sequence"),
    Wish(
      "conflict conflicts mergeconflict versioncontrol git",
      "'cutlist git install' lets git merge edits by clips and show conflicts in words", "project"),
    Wish(
      "untrusted stranger security sandbox safe",
      "'cutlist check --confine' reads nothing outside of the project's folder; 'cutlist help limits' lists "
        + "what a project may take", "project"),
    Wish(
      "edl otio fcpxml aaf xml import",
      "only projects of Cutlist are read, no edits of other programs", "project"),
    Wish(
      "vfr variableframerate",
      "times of pictures are taken as they are; \"frameRate\" is that of the movie", "frameRate"),
    Wish("emoji emojis", "a font with colours has them: \"font\": \"Noto Color Emoji\"", "font"),
  ]
}
