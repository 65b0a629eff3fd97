import OutputKinds

/// What people ask for that is no key: how it is done here, and the pages that tell more.
struct Wish: Sendable {
  /// Names without case, hyphens, underscores and spaces.
  let names: [String]
  /// How it is done.
  let advice: String
  /// Keys and kinds whose pages follow; a key of one kind alone as `layer.shape`.
  let pages: [String]

  private init(_ names: String, _ advice: String, _ pages: String...) {
    self.names = names.split(separator: " ").map(String.init)
    self.advice = advice
    self.pages = pages
  }

  /// What a name asks for, also as it is spelt in Britain, and one of several; `nil` where nobody knows.
  static func named(_ name: String) -> Wish? {
    guard name.utf8.count <= Spelling.lengthLimit else { return nil }
    let word = Spelling.plain(name).filter { $0 != " " }
    for spelling in [word, american(word)] {
      if let wish = all.first(where: { $0.names.contains(spelling) }) { return wish }
      if let wish = all.first(where: { $0.names.contains { $0 + "s" == spelling } }) { return wish }
      if let wish = all.first(where: { $0.names.contains(spelling + "s") }) { return wish }
    }
    return nil
  }

  /// A word as it is spelt in America, as keys are.
  static func american(_ word: String) -> String {
    word.replacing("isation", with: "ization").replacing("ise", with: "ize")
      .replacing("colour", with: "color").replacing("centre", with: "center")
      .replacing("grey", with: "gray")
  }

  static let all: [Wish] = [
    Wish(
      "kenburns panandzoom zoomintophoto movingphoto",
      "a view moves over a picture: \"view\": [ { \"width\": 1 }, { \"x\": 0.3, \"y\": 0.2, \"width\": 0.5 } ]",
      "view"),
    Wish(
      "slowmotion slowmo timelapse fastforward fastmotion",
      "\"speed\": 0.5 is half as fast, 8 eight times; \"frames\": \"flow\" makes the pictures between "
        + "those of the source", "clip.speed", "clip.frames"),
    Wish(
      "speedramp ramping",
      "a list of speeds: \"speed\": [ { \"at\": \"0s\", \"speed\": 1 }, "
        + "{ \"at\": \"2s\", \"speed\": 0.25 } ]", "clip.speed"),
    Wish(
      "lowerthird lowerthirds nametag bauchbinde strap",
      "a title with a box at the bottom: { \"text\": \"Ann Lee\", \"duration\": \"4s\", "
        + "\"place\": \"bottom-left\", \"box\": { \"color\": \"#000000a0\", \"padding\": 12 } }",
      "title", "box"),
    Wish(
      "subtitle subtitles caption captions captiontrack trackofcaptions srt vtt closedcaptions socialcaptions "
        + "verticalcaptions softsubtitles subtitletrack burnsubtitles",
      "a file of captions is media, \"subs\": \"talk.srt\", and a track shows it: "
        + "{ \"captions\": [{ \"clip\": \"subs\" }] }; \"output\" says whether it is drawn",
      "captionsItem", "output"),
    Wish(
      "karaoke wordhighlight activeword wordbyword wordbywordcaptions animatedcaptions",
      "\"words\" of a track of captions: how a word looks before, while and after it is said; of other titles "
        + "\"enter\" brings the words one after another",
      "words", "captionsItem"),
    Wish(
      "pictureinpicture pip inset facecam",
      "a second video track with \"scale\": 0.3 and \"position\": [\"80%\", \"75%\"]", "scale",
      "position"),
    Wish(
      "pictureover broll cutaway overlayvideo overlay overlays",
      "a clip on a second video track lies over the first one, for as long as it lasts: { \"clip\": \"photo\", "
        + "\"at\": \"4s\", \"duration\": \"3s\" }", "clip.at"),
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
      "watermark logo bug transparentlogo",
      "a picture on the uppermost video track, with \"scale\", \"place\" and "
        + "\"opacity\"", "opacity", "place"),
    Wish(
      "qrcode qr barcode datamatrix",
      "a generated picture: { \"generate\": \"qr\", \"value\": \"https://example.org\" }",
      "generatedQR"),
    Wish(
      "callout annotation pointer arrowto",
      "a shape and a text among a track's titles: { \"shape\": \"arrow\", \"points\": [[100, 100], [300, 200]] }; "
        + "\"animate\" of \"drawn\" draws it", "layer.shape", "layer.drawn"),
    Wish(
      "line arrow star polygon shape shapes drawing",
      "a shape stands among a track's titles: { \"shape\": \"star\", \"width\": 100, "
        + "\"fill\": \"yellow\", \"duration\": \"2s\" }", "layer.shape"),
    Wish(
      "progressbar progress loadingbar",
      "a rectangle with \"animate\" of \"scale\" from [0, 1] to 1 and the anchor [\"0%\", \"50%\"]",
      "layer.shape", "animation"),
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
      "\"speed\": -1 plays from \"out\" to \"in\"", "clip.speed"),
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
      "expression formula calculation arithmetic braces",
      "text in braces counts with parameters and with times of clips and markers: \"{opening} * 2 + 10f\"",
      "parameter", "when"),
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
      "removesilence cutsilence jumpcut autocut",
      "Cutlist cuts where the project says; FFmpeg's filter silencedetect prints where sound is silent, for \"in\" and "
        + "\"out\" of clips", "clip.in", "clip.out"),
    Wish(
      "silence mutesound",
      "where no clip is, a track is silent; \"muted\" silences a track or a clip", "muted"),
    Wish(
      "countdown countup stopwatch timer timecode timecodeburnin burnin burntimecode timecodeoverlay "
        + "framenumber framecounter scorecounter numbercounter thousands thousandsseparator clock",
      "\"counter\" in a run of a title's text, or \"{timecode}\", \"{frame}\", \"{time}\" and "
        + "\"{remaining}\" in the text", "counter", "title"),
    Wish(
      "typewriter kinetictext textanimation letterbyletter",
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
      "youtube instagram socialmedia deliverable delivery deliver exportpreset deliverymaster "
        + "broadcaster television",
      "\"purpose\" of an output sets what goes together: \"outputs\": { \"phone\": { \"purpose\": "
        + "\"vertical\" }, \"station\": { \"purpose\": \"broadcast\" } }", "purpose"),
    Wish(
      "hls dash streaming adaptive adaptivestreaming adaptivebitrate m3u8 mpd abr ladder bitrateladder multibitrate variant",
      "a movie whose name ends with .m3u8 (HLS) or .mpd (DASH) is written in segments: 'cutlist render "
        + "PROJECT -o day.m3u8'; \"renditions\" of the output are further sizes and qualities",
      "segmentSeconds", "renditions"),
    Wish(
      "gif apng webp animatedgif animatedpng animatedwebp",
      "a movie whose name ends with .gif, .apng or .webp is one: 'cutlist render PROJECT -o cut.gif'",
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
      "edl otio fcpxml aaf xml import premiere finalcut finalcutpro resolve davinciresolve avid aftereffects",
      "only projects of Cutlist are read, no edits of other programs", "project"),
    Wish(
      "vfr variableframerate",
      "times of pictures are taken as they are; \"frameRate\" is that of the movie", "frameRate"),
    Wish(
      "stabilize stabilizer deshake shake shaky stabilization",
      "no clip is stabilized as a whole; FFmpeg's filter deshake steadies a little, with what came before: "
        + "\"filter\": { \"chain\": \"deshake\", \"memory\": \"2s\" }; another program does it better beforehand",
      "clip.filter"),
    Wish(
      "interlaced interlacing deinterlace deinterlacing fields field telecine pulldown",
      "fields are told from the file and made into whole pictures; \"interlace\" of the media says it where the "
        + "file does not", "mediaFile.interlace"),
    Wish(
      "hdr hdr10 hlg dolbyvision pq widegamut displayp3 rec2020 tonemap tonemapping",
      "HDR footage is toned down in an ordinary movie; \"color\": \"hdr10\" of the output makes an HDR movie",
      "output.color"),
    Wish(
      "ci continuousintegration githubactions gitlab pipeline check",
      "'cutlist check PROJECT' ends with status 1 where something is wrong, 'cutlist test PROJECT' compares with "
        + "golden frames; --junit and --json are for machines; Projects/ci has the workflow",
      "golden"),
    Wish(
      "stem stems multitrackaudio bounce",
      "'cutlist mix PROJECT -o \"stems/{track}.wav\"' writes the sound of each track", "audioMix"),
    Wish(
      "wav soundfile soundonly audioonly exportaudio exportsound",
      "'cutlist mix PROJECT -o day.wav' writes the sound alone, also as .flac; 'cutlist render PROJECT -o day.mp3' "
        + "or .m4a encodes it", "output.audio"),
    Wish(
      "equalizer equaliser eq compressor reverb echo noisereduction denoise denoiser highpass lowpass deesser gate",
      "a chain of FFmpeg's filters changes sound: \"audioFilter\": \"highpass=f=90,acompressor=threshold=-18dB\"",
      "audioClip.audioFilter"),
    Wish(
      "coverpicture coverart cover poster thumbnail artwork",
      "\"artwork\": \"cover\" of the output is the picture that players show in lists, for a media item "
        + "\"cover\"", "output.artwork"),
    Wish(
      "renderfarm farm cluster slurm deadline distributed cloud",
      "'cutlist farm slurm PLAN' writes the jobs that render a plan's chunks on several machines",
      "output"),
    Wish(
      "photo photos picture pictures still stills image images",
      "a photo is media and a clip with a duration: { \"clip\": \"photo\", \"duration\": \"4s\" }",
      "clip.duration", "view"),
    Wish(
      "transparent transparency transparentbackground alpha exportalpha alphachannel withalpha",
      "\"background\": \"transparent\" of the output makes a movie with alpha: 'cutlist render PROJECT -o day.mov' "
        + "is ProRes 4444, .webm VP9, -%04d.png pictures", "output.background"),
    Wish(
      "mono stereo downmix monotostereo stereotomono surround channels leftchannel",
      "\"channels\" of the output's \"audio\" are the movie's; a clip of which one side alone has sound: "
        + "\"channelMap\": { \"left\": 1, \"right\": 1 }", "audioClip.channelMap",
      "audioEncoding.channels"),
    Wish(
      "rotate turn rotated sideways upsidedown orientation",
      "\"rotation\": 90 turns a clip on the canvas, \"orientation\" of its media what was filmed sideways, "
        + "without cutting anything off", "clip.rotation", "mediaFile.orientation"),
    Wish(
      "pipe piping pipes standardoutput stdout rawvideo",
      "'cutlist render PROJECT -o - --format nut' writes the movie to standard output as it is made (also mkv, y4m, "
        + "wav), and 'cutlist frames PROJECT' the frames themselves", "output"),
    Wish(
      "fitsize filesize maxfilesize targetsize smallerfile bytes",
      "'cutlist render PROJECT -o day.mp4 --fit-size 50MB' chooses the bit rate; \"maxSize\" of the output refuses a "
        + "movie that is larger", "maxSize"),
    Wish(
      "diskfull freespace diskspace nospace space storage",
      "a render says so before it begins where there may not be room; 'cutlist cache' shows and trims what is kept, "
        + "and --cache puts it on another disk; what was rendered before the disk was full is not rendered again",
      "output"),
    Wish("emoji emojis", "a font with colours has them: \"font\": \"Noto Color Emoji\"", "font"),
  ]
}
