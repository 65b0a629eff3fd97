import Diagnostics
import OutputKinds
import TimelineModel
import Workspace

/// One option of the command line. The parser, the help and the completion come from this table.
struct Flag: Sendable {
  var name: String
  var short: Character?
  /// What stands for the value in the help; `nil` for a switch.
  var value: String?
  var help: String
  /// What holds without the flag, as the help says it; `nil` where the help says enough.
  var `default`: String?
  /// The words that the value may be; empty for any.
  var choices: [String]
  /// Words that shells offer for the value, which may be others too. Asked for only then: some are files.
  var offers: @Sendable () -> [String]
  /// Whether it may be given several times with different values, which then all count.
  var isRepeatable: Bool { Self.repeatable.contains(name) || value == "TIMES" }

  init(
    _ name: String, short: Character? = nil, value: String? = nil, help: String,
    default: String? = nil, choices: [String] = [],
    offers: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.default = `default`
    self.choices = choices
    self.offers = offers
  }

  /// What shells complete the value with; empty for files.
  var completions: [String] { choices.isEmpty ? offers() : choices }
}

extension Flag {
  private static let repeatable: Set = [
    "allow-filter", "allow-path", "allow-protocol", "limit", "map", "media", "output", "set",
    "silence",
  ]

  static let soundPlan = Flag(
    "audio", help: "print the sound instead: each clip's exact ranges, ratio and rounding")
  static let audioStream = Flag(
    "audio", value: "N", help: "the audio stream to look at, counted from 0",
    default: "the one a clip would use")
  static let videoStream = Flag(
    "video", value: "N", help: "the video stream to look at, counted from 0",
    default: "the one a clip would use")
  static let atTime = Flag(
    "at", value: "TIME", help: "the frame shown at this time: 2.5, 75f, '{marker}', '{id.end}'")
  static let changeCounts = Flag("stat", help: "count the changes instead of listing them")
  static let changesOnly = Flag(
    "no-frames", help: "list the changes alone: open no media and compose nothing")
  static let standardStreams = Flag(
    "stdio", help: "changes nothing: for editors that name the streams they speak over")
  static let cache = Flag(
    "cache", value: "DIR", help: "the cache: where finished chunks are kept",
    default: "cutlist in $XDG_CACHE_HOME or ~/.cache")
  static let commitCount = Flag(
    "max-count", short: "n", value: "N", help: "list at most so many commits", default: "all")
  static let chunkRange = Flag(
    "range", value: "A..B", help: "only chunks from A up to, but not including, B",
    default: "all of the plan")
  static let chunkSound = Flag(
    "sound", value: "A..B", help: "only these chunks of sound, or none",
    default: "those that begin in the chunks of pictures")
  static let chunkStore = Flag(
    "store", value: "DIR", help: "the folder of finished chunks; made where there is none")
  static let checkDeterminism = Flag(
    "check-determinism",
    help: "write no movie; render a sample of chunks several times and compare")
  static let columns = Flag(
    "columns", value: "N", help: "pictures in a row", default: "5")
  static let cost = Flag(
    "cost", help: "print the work of each chunk, and how long the movie will take to render")
  static let count = Flag(
    "count", value: "N", help: "how many pictures the sheet has", default: "five rows")
  static let confine = Flag(
    "confine",
    help: "read only from the project's folder, --media and --allow-path",
    default: "only where the variable CUTLIST_CONFINE is 1")
  static let color = Flag(
    "color", value: "WHEN", help: "colour in messages: auto (on a terminal), always or never",
    default: "auto",
    choices: ["auto", "always", "never"])
  static let data = Flag(
    "data", value: "FILE",
    help: "make a movie for each row of a table of parameters, .csv or .jsonl")
  static let dataOfRow = Flag(
    "data", value: "FILE",
    help: "a table of parameters, .csv or .jsonl, of which --row names one row")
  static let dataOfRows = Flag(
    "data", value: "FILE",
    help: "a table of parameters, .csv or .jsonl: check every row, or the one that --row names")
  static let differencePage = Flag(
    "html", value: "FILE",
    help: "write the differences as one HTML file with pictures")
  static let changeSummary = Flag(
    "markdown", value: "FILE",
    help: "write the changes as Markdown, with pictures in a folder beside it")
  static let dryRun = Flag(
    "dry-run", help: "with --fix: print the changes as a diff, and change nothing")
  static let every = Flag("every", value: "TIME", help: "distance between two pictures: 1s, 30f")
  static let farmFolder = Flag(
    "folder", value: "DIR", help: "the folder to write; all machines have to see it",
    default: "the movie's name with .farm, beside it")
  static let farmTasks = Flag(
    "tasks", value: "N", help: "how many tasks there are at most", default: "16")
  static let fitSize = Flag(
    "fit-size", value: "SIZE",
    help: "choose the bit rate of pictures so that the movie's file is at most so large: 50MB")
  static let fix = Flag("fix", help: "apply every fix that has only one possible reading")
  static let formCheck = Flag(
    "check", help: "list the files that are laid out otherwise; change nothing")
  static let formDiff = Flag("diff", help: "print what would change; change nothing")
  static let schemaOfParts = Flag("part", help: "the schema of parts: files that projects include")
  static let force = Flag(
    "force", help: "replace a file that cutlist did not write")
  static let frameNumber = Flag("frame", value: "N", help: "the output frame, counted from 0")
  static let global = Flag(
    "global", help: "for all your repositories, not only this one")
  static let help = Flag("help", short: "h", help: "explain the command")
  static let joinWait = Flag(
    "wait", value: "TIME", help: "how long to wait for chunks that are not there yet: 30s, 5m",
    default: "0s")
  static let jobs = Flag(
    "jobs", short: "j", value: "N", help: "chunks rendered at the same time",
    default: "the number of cores")
  static let jobsOfTask = Flag(
    "jobs", short: "j", value: "N", help: "chunks rendered at the same time by one task",
    default: "1")
  static let junit = Flag(
    "junit", value: "FILE", help: "also write the results as JUnit XML")
  static let allowWrite = Flag(
    "allow-write", help: "also offer tools that write below the folders: apply, fix, render")
  static let brief = Flag(
    "brief",
    help: "at most 6,000 bytes: the gravest findings first, each with its fixes; with --json")
  static let json = Flag("json", help: "print data instead of text")
  static let keepPictures = Flag(
    "keep", value: "DIR",
    help: "a folder for the pictures of frames that fail, and for the expected ones")
  static let locked = Flag(
    "locked", help: "refuse a project that is not as it was locked; see 'cutlist help lock'")
  static let loudnessTarget = Flag(
    "target", value: "LUFS", help: "say how far the movie is from this loudness: -16, -23")
  static let machineCores = Flag(
    "cores", value: "N", help: "with --cost: cores of each machine", default: "those of this one")
  static let machineLink = Flag(
    "link", value: "SIZE", help: "with --cost: bytes a second that each machine reads",
    default: "119M, a gigabit")
  static let storageSpeed = Flag(
    "storage", value: "SIZE",
    help: "with --cost: bytes a second that the storage gives to all machines",
    default: "1192M, ten gigabits")
  static let map = Flag(
    "map", value: "FROM=TO",
    help: "with --plan: read paths that begin with FROM from TO (write = as ==); repeatable")
  static let mapOfPlan = Flag(
    "map", value: "FROM=TO",
    help: "read paths that begin with FROM from TO (write = as ==); repeatable")
  static let maximumSize = Flag(
    "max-size", value: "SIZE", help: "the size to prune to, for example 500M or 10G",
    default: "10G")
  static let manual = Flag("man", help: "print the manual page, for man(1)")
  static let verify = Flag(
    "verify", help: "decode the movie and compare it with its chunks, each decoded alone")
  static let media = Flag(
    "media", value: "DIR", help: "also look for media files in this folder; repeatable")
  static let memory = Flag(
    "memory", value: "SIZE", help: "use fewer workers, to stay below this memory: 512MiB, 2G")
  static let noCache = Flag("no-cache", help: "do not keep chunks after the render")
  static let namedOutput = Flag(
    "output", value: "NAME",
    help: "the project's output of that name, not 'output'; render takes several")
  static let allOutputs = Flag(
    "all",
    help:
      "render each of the outputs in \"outputs\", not \"output\" itself; -o 'out/{name}{ext}' names the movies"
  )
  private static let formats =
    ["y4m", "wav"] + MovieContainer.all.filter { $0.pictures == nil }.map(\.name)
  static let format = Flag(
    "format", value: "KIND",
    help: "what '-o -' writes, as it is rendered where the kind can be: "
      + formats.joined(separator: ", "),
    choices: formats)
  static let movie = Flag(
    "file", short: "o", value: "FILE",
    help: "the movie to write, \(MovieContainer.endings), pictures of all frames as in "
      + "'\(MovieContainer.numberedNames)', or sound alone, \(SoundFormat.endings); - for standard output",
    default: "the project's name, with the ending of its kind")
  static let sound = Flag(
    "file", short: "o", value: "FILE",
    help: "the file to write, \(SoundFormat.endings); {track} in it is each track's name")
  static let soundTrack = Flag(
    "track", value: "NAME",
    help:
      "the track of sound, of \"tracks\" of the output's \"audio\", by its name or number from 1",
    default: "the first")
  static let movieOfFarm = Flag(
    "file", short: "o", value: "FILE",
    help:
      "the movie that the jobs write, \(MovieContainer.endings), or pictures of all frames as in "
      + "'\(MovieContainer.numberedNames)'")
  static let mergedProject = Flag(
    "file", short: "o", value: "FILE", help: "the project to write, .json; - for standard output",
    default: "standard output")
  static let onDamage = Flag(
    "on-damage", value: "WAY",
    help: "damaged media: error stops; conceal holds the last good picture, and is silent",
    default: "as the project says, else error", choices: DamagePolicy.allCases.map(\.rawValue))
  static let openMemory = Flag(
    "open-memory", value: "SIZE", help: "memory for opening one media item: 512MiB, 4G",
    default: "2G")
  static let openSeconds = Flag(
    "open-seconds", value: "N",
    help: "seconds to wait for a media item, or a filter's next picture", default: "20")
  static let embeddedMovie = Flag(
    "movie", value: "FILE",
    help: "a rendered movie of the project, .mp4 or .webm, to play in the page")
  static let page = Flag(
    "file", short: "o", value: "FILE", help: "the HTML file to write; - for standard output")
  static let markdown = Flag(
    "markdown", help: "print a page of the manual: all commands, or with 'keys' all keys")
  static let newProject = Flag(
    "file", short: "o", value: "FILE", help: "the project to write, .json",
    default: "edit.json in the folder")
  static let template = Flag(
    "template", value: "NAME", help: "copy this example instead; a wrong name lists all of them",
    offers: { InstalledFiles.projects.map { ProjectTemplates(in: $0).names } ?? [] })
  static let picture = Flag(
    "file", short: "o", value: "FILE",
    help: "the picture to write, \(PictureFormat.endings); - for standard output, as PNG")
  static let pictures = Flag(
    "file", short: "o", value: "FILE",
    help:
      "the picture to write, \(PictureFormat.endings); of several, a name with {frame}, {time} or %04d in it; "
      + "- for standard output, as PNG")
  static let framesAtTimes = Flag(
    "at", value: "TIMES",
    help: "the frames shown at these times: 2.5, 75f, '{marker}', several: 1s,4s")
  static let frameNumbers = Flag(
    "frame", value: "N", help: "the output frames, counted from 0: 12, or several: 0,50,100")
  static let rawFrames = Flag(
    "raw", value: "FORMAT",
    help:
      "write the frames themselves to standard output: yuv420p as composed (yuv420p10le in a movie of 10 bits, "
      + "yuva420p in one with alpha), rgb24 on black, or rgba",
    choices: ["yuv420p", "rgb24", "rgba"])
  static let port = Flag(
    "port", value: "N", help: "the port of this machine to answer on", default: "a free one")
  static let noOpen = Flag("no-open", help: "print the address alone: open no browser")
  static let playFrom = Flag(
    "at", value: "TIME", help: "begin at this time: 2.5, 75f, 00:00:02:15, '{marker}'",
    default: "the beginning")
  static let plan = Flag(
    "plan", value: "FILE",
    help: "a plan that 'plan --write' wrote, instead of a project")
  static let program = Flag(
    "program", value: "FILE", help: "the program that the machines run",
    default: "this program's file")
  static let submit = Flag("submit", help: "also hand the jobs to Slurm")
  static let storeOfFarm = Flag(
    "store", value: "DIR", help: "the folder of finished chunks; all machines have to see it",
    default: "store in the folder")
  static let storeProgram = Flag(
    "store-program", value: "FILE",
    help: "a program that keeps chunks instead of a folder; see 'cutlist help farm'")
  static let storeSize = Flag(
    "store-size", value: "SIZE",
    help: "prune the store to this size at the end: 500G")
  static let writeChange = Flag(
    "write", help: "write the change to the project instead of printing it as a diff")
  static let writePlan = Flag(
    "write", value: "FILE", help: "write the plan as a file that 'render --plan' reads")
  static let row = Flag(
    "row", value: "N", help: "with --data: the number of the row to use, from 1")
  static let scopeFile = Flag(
    "file", short: "o", value: "FILE",
    help:
      "the picture to write, \(PictureFormat.endings), or data, .json; - for standard output, as PNG"
  )
  static let noSound = Flag("no-sound", help: "leave out how loud the movie is")
  static let sheetWidth = Flag(
    "width", value: "PIXELS", help: "width of the sheet, about", default: "1600")
  static let text = Flag(
    "file", short: "o", value: "FILE", help: "the file to write", default: "standard output")
  static let pixel = Flag(
    "pixel", value: "X,Y", help: "a pixel of the frame, counted from 0,0 at the top left")
  static let sample = Flag(
    "sample", value: "N", help: "the output sample, counted from 0, or a time: 2.5s, 75f")
  static let limit = Flag(
    "limit", value: "NAME=N",
    help: "change one of the limits in 'cutlist help limits'; repeatable",
    offers: { ProjectLimits.Kind.allCases.map { "\($0.rawValue)=" } })
  static let resultLines = Flag(
    "ndjson", value: "FILE", help: "also write the results as newline-delimited JSON")
  static let testJobs = Flag(
    "jobs", short: "j", value: "N", help: "projects tested at the same time",
    default: "the number of cores")
  static let unusedFor = Flag(
    "unused-for", value: "TIME", help: "keep what was used within this time: 90m, 12h, 7d")
  static let update = Flag(
    "update", help: "write golden files of the movies as they are now, and say what has changed")
  static let upgrade = Flag(
    "upgrade", help: "also rewrite what is said in a way of earlier versions")
  static let set = Flag(
    "set", value: "NAME=VALUE", help: "set a parameter of the project; repeatable")
  static let size = Flag(
    "size", value: "WxH",
    help: "render at another size, in pixels; lengths without a unit are scaled")
  static let scale = Flag(
    "scale", value: "FACTOR", help: "render at another scale: 1/2, 0.25, 2")
  static let silence = Flag(
    "silence", value: "ID",
    help: "hide warnings with this ID, the word in brackets after the message; repeatable",
    offers: { MessageID.silenceable.map(\.rawValue).sorted() })
  static let progress = Flag(
    "progress", value: "FORM",
    help: "progress on standard error: auto (a line on a terminal), json or none", default: "auto",
    choices: ["auto", "json", "none"])
  static let chunkProgress = Flag(
    "progress", value: "FORM",
    help: "openjd: report progress to a host of Open Job Description",
    choices: ["openjd"])
  static let allowFilter = Flag(
    "allow-filter", value: "NAME",
    help: "allow this filter, whatever it reads; repeatable")
  static let allowPath = Flag(
    "allow-path", value: "DIR",
    help: "let a confined project also read from this folder; repeatable")
  static let allowProtocol = Flag(
    "allow-protocol", value: "NAME",
    help: "allow this protocol for media; repeatable")
  static let quiet = Flag(
    "quiet", short: "q", help: "print only errors and warnings")
  static let range = Flag(
    "range", value: "A..B", help: "only from A up to, but not including, B: 2s..5s, '{verse}..'",
    default: "all of the movie")
}
