// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules that touch every pixel or sample: optimised for speed. Overflow, bounds and preconditions stay
/// checked.
let optimized: Set = [
  "BaseValues", "Raster", "AudioMixing", "Rendering", "TitleRendering", "MediaSources",
  "MediaReading", "RowKernels", "WideRowKernels",
]

/// Modules in which tests would spend most of their time: these are optimised in debug builds too.
let optimizedForTests = optimized.union([
  "Diagnostics", "EditComparison", "LibAV", "MovieWriting", "PlanModel", "RenderPlanning",
])

/// What makes a module use registers of 32 bytes: its code is called only where the processor has them.
#if arch(x86_64)
  let wide: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-mavx2", "-DWIDE"])]
#else
  let wide: [SwiftSetting] = []
#endif

/// A module of `Sources/FOLDER/NAME`. What touches no sample is optimised for size in releases: it takes
/// the compiler less time and runs as fast.
func module(
  _ name: String, in folder: String, _ dependencies: [String], _ more: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Sources/\(folder)/\(name)",
    swiftSettings: settings + more
      + (optimizedForTests.contains(name)
        ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])
      + (optimized.contains(name)
        ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]))
}

func tests(
  _ name: String, _ dependencies: [String], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    exclude: exclude, resources: resources, swiftSettings: settings)
}

/// What tests of several modules use.
func support(_ name: String, _ dependencies: [String] = [], exports: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Tests/\(name)", swiftSettings: settings,
    linkerSettings: exports.isEmpty
      ? [] : [.unsafeFlags(exports.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })])
}

let package = Package(
  name: "cutlist",
  products: [
    .executable(name: "cutlist", targets: ["cutlist"]),
    .executable(name: "cutlist-bench", targets: ["cutlist-bench"]),
  ],
  targets: [
    // C libraries, found through pkg-config.
    .systemLibrary(
      name: "CLibAV", path: "Sources/Media/CLibAV",
      pkgConfig: "libavformat libavcodec libavfilter libswscale libswresample libavutil",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev",
          "libswresample-dev", "libavutil-dev",
        ])
      ]),
    .systemLibrary(
      name: "CText", path: "Sources/Text/CText",
      pkgConfig: "freetype2 harfbuzz fribidi fontconfig",
      providers: [
        .apt(["libfreetype-dev", "libharfbuzz-dev", "libfribidi-dev", "libfontconfig-dev"])
      ]),

    // Tier 0: values that depend on nothing.
    module("BaseValues", in: "Base", []),
    module("Diagnostics", in: "Base", []),
    // Loops over rows, compiled twice: for every processor, and for those with wide registers. The second
    // folder is a link to the first.
    module("RowKernels", in: "Pixels", []),
    module("WideRowKernels", in: "Pixels", [], wide),
    module("Raster", in: "Pixels", ["RowKernels", "WideRowKernels", "BaseValues"]),
    module("Workers", in: "Base", []),

    // Tier 1: what can be written, the resolved edit, and sound as samples.
    // Messages between programs: what they are and how one is told from the next.
    module("JSONRPC", in: "Servers", ["Diagnostics"]),
    module("OutputKinds", in: "Outputs", ["BaseValues"]),
    // Boxes of MP4 and QuickTime, and what a movie says of itself in them.
    module("MovieBoxes", in: "Outputs", ["OutputKinds", "BaseValues"]),
    module("TimelineModel", in: "Project", ["OutputKinds", "BaseValues", "Diagnostics"]),
    // Files of captions: texts with times, from their bytes and to them.
    module(
      "CaptionFiles", in: "Captions",
      ["TimelineModel", "OutputKinds", "BaseValues", "Diagnostics"]),
    module("AudioMixing", in: "Sound", ["RowKernels", "WideRowKernels", "BaseValues"]),
    // Files of colours: LUTs and CDLs, from their bytes.
    module("LookReading", in: "Pixels", ["Raster"]),
    // What a project was made of, kept beside it.
    module("ProjectLock", in: "Store", ["Diagnostics"]),

    // Tier 2: plans, what they are made of, and timelines from text.
    module(
      "PlanModel", in: "Plan",
      ["AudioMixing", "TimelineModel", "OutputKinds", "BaseValues", "Diagnostics"]),
    // Kinds of transition and effect, by name; between them and the plan.
    module("PictureKinds", in: "Kinds", ["PlanModel", "TimelineModel", "Raster", "BaseValues"]),
    module(
      "ProjectFormat", in: "Project",
      [
        "PictureKinds", "LookReading", "CaptionFiles", "TimelineModel", "Raster", "OutputKinds",
        "BaseValues", "Diagnostics",
      ]),
    // What an edit is, for comparing and merging.
    module(
      "EditComparison", in: "Edits",
      ["ProjectFormat", "TimelineModel", "Diagnostics", "BaseValues"]),
    module(
      "EditMerging", in: "Edits", ["EditComparison", "ProjectFormat", "Diagnostics", "BaseValues"]),

    // Tier 3: makes plans from timelines; executes plans, and declares the ports that takes.
    // Texts of projects while they are written: places, what may be typed, names.
    module(
      "EditorText", in: "Servers",
      ["JSONRPC", "ProjectFormat", "TimelineModel", "BaseValues", "Diagnostics"]),
    module(
      "RenderPlanning", in: "Plan",
      [
        "PictureKinds", "PlanModel", "AudioMixing", "TimelineModel", "Raster", "OutputKinds",
        "BaseValues", "Diagnostics",
      ]),
    module(
      "Rendering", in: "Render",
      [
        "PictureKinds", "PlanModel", "AudioMixing", "TimelineModel", "Workers", "Raster",
        "OutputKinds", "BaseValues",
      ]),

    // Tier 4: the outside world, and what is said of movies, which reaches it through ports.
    module(
      "GoldenTesting", in: "Workspace",
      [
        "Rendering", "PlanModel", "AudioMixing", "TimelineModel", "Workers", "Raster", "BaseValues",
        "Diagnostics",
      ]),
    module(
      "LibAV", in: "Media", ["OutputKinds", "Workers", "BaseValues", "Diagnostics", "CLibAV"]),
    module(
      "TitleRendering", in: "Text",
      ["TimelineModel", "Raster", "BaseValues", "Diagnostics", "CText"]),
    // Files and folders of the system; what is kept between renders.
    module("FileSystem", in: "Store", ["TimelineModel", "Raster", "BaseValues", "Diagnostics"]),
    module(
      "ChunkStorage", in: "Store",
      [
        "FileSystem", "Rendering", "AudioMixing", "Workers", "Raster", "OutputKinds", "BaseValues",
        "Diagnostics",
      ]),

    // Media: opened within limits, known, found out about, read; movies written.
    module(
      "MediaOpening", in: "Media",
      ["FileSystem", "LibAV", "TimelineModel", "Workers", "Diagnostics", "BaseValues"]),
    module(
      "MediaSources", in: "Media",
      [
        "MediaOpening", "ChunkStorage", "FileSystem", "LibAV", "AudioMixing", "TimelineModel",
        "Raster", "BaseValues",
      ]),
    module(
      "MediaProbing", in: "Media",
      [
        "MediaSources", "MediaOpening", "ChunkStorage", "FileSystem", "LibAV", "LookReading",
        "CaptionFiles", "AudioMixing", "TimelineModel", "Workers", "Raster", "BaseValues",
        "Diagnostics",
      ]),
    module(
      "MediaReading", in: "Media",
      [
        "MediaSources", "MediaOpening", "FileSystem", "LibAV", "Rendering", "PlanModel",
        "AudioMixing", "TimelineModel", "Raster", "BaseValues",
      ]),
    module(
      "MovieWriting", in: "Outputs",
      [
        "MovieBoxes", "MediaSources", "FileSystem", "LibAV", "Rendering", "PlanModel",
        "AudioMixing",
        "OutputKinds", "TimelineModel", "Workers", "Raster", "BaseValues", "Diagnostics",
      ]),

    module(
      "Explaining", in: "Plan",
      [
        "Rendering", "RenderPlanning", "PictureKinds", "PlanModel", "AudioMixing", "TimelineModel",
        "Raster", "BaseValues", "Diagnostics",
      ]),
    module(
      "Reports", in: "Workspace",
      [
        "Rendering", "PlanModel", "EditComparison", "AudioMixing", "TimelineModel", "Raster",
        "OutputKinds", "BaseValues", "Diagnostics",
      ]),

    // Contents, history and configuration of repositories, from the program git.
    module("GitRepository", in: "Edits", ["Workers", "Diagnostics"]),

    // Tier 5: projects loaded, planned and ready to be rendered, for whoever asks.
    module(
      "Workspace", in: "Workspace",
      [
        "Explaining", "MovieWriting", "LibAV", "RowKernels", "MediaReading", "MediaProbing",
        "MediaSources", "MediaOpening",
        "ChunkStorage", "FileSystem", "TitleRendering", "GoldenTesting", "Rendering",
        "RenderPlanning", "ProjectFormat", "PictureKinds", "PlanModel", "ProjectLock",
        "AudioMixing", "TimelineModel", "Raster", "OutputKinds", "BaseValues", "Diagnostics",
      ]),

    // Tier 6: what is done with projects, whoever asks for it.
    module(
      "OutputFiles", in: "Workspace",
      [
        "Workspace", "Reports", "MovieWriting", "MovieBoxes", "MediaReading", "FileSystem",
        "TitleRendering",
        "GoldenTesting", "Rendering", "ProjectFormat", "PlanModel", "ProjectLock", "TimelineModel",
        "OutputKinds", "BaseValues", "Diagnostics",
      ]),

    module(
      "ParameterTables", in: "Workspace",
      [
        "Workspace", "FileSystem", "ProjectFormat", "TimelineModel", "Diagnostics",
      ]),
    module(
      "RenderFarm", in: "Workspace",
      [
        "ParameterTables", "OutputFiles", "Workspace", "ChunkStorage", "FileSystem", "Rendering",
        "PlanModel", "TimelineModel", "Workers", "OutputKinds", "Diagnostics",
      ]),

    module(
      "ProjectTesting", in: "Workspace",
      [
        "OutputFiles", "Workspace", "GitRepository", "Reports", "MovieWriting", "MediaOpening",
        "MediaProbing", "MediaSources", "FileSystem", "GoldenTesting", "Rendering", "ProjectFormat",
        "PlanModel", "TimelineModel", "Workers", "Raster", "OutputKinds", "BaseValues",
        "Diagnostics",
      ]),

    module(
      "EditReports", in: "Edits",
      [
        "ProjectTesting", "OutputFiles", "Workspace", "GitRepository", "Reports", "MovieWriting",
        "FileSystem", "GoldenTesting", "Rendering", "EditComparison", "ProjectFormat", "PlanModel",
        "ProjectLock", "TimelineModel", "Workers", "Raster", "OutputKinds", "BaseValues",
        "Diagnostics",
      ]),
    module(
      "ProjectHistory", in: "Edits",
      [
        "EditReports", "Workspace", "GitRepository", "Explaining", "ChunkStorage", "FileSystem",
        "Rendering", "EditComparison", "ProjectFormat", "PlanModel",
        "ProjectLock", "TimelineModel", "Workers", "BaseValues", "Diagnostics",
      ]),

    module(
      "GitIntegration", in: "Edits",
      [
        "EditReports", "OutputFiles", "Workspace", "GitRepository", "MovieWriting", "FileSystem",
        "GoldenTesting", "Rendering", "EditMerging", "EditComparison", "ProjectFormat",
        "TimelineModel", "Workers", "Diagnostics",
      ]),

    module(
      "TextReports", in: "Workspace",
      [
        "Workspace", "MediaReading", "MediaProbing", "MediaSources", "MediaOpening", "FileSystem",
        "Rendering", "RenderPlanning", "PlanModel", "AudioMixing", "TimelineModel", "Workers",
        "Raster", "OutputKinds", "BaseValues", "Diagnostics",
      ]),

    // A project that is worked on: the newest state without errors, warm decoders, what changes.
    module(
      "LiveWorkspace", in: "Workspace",
      [
        "Workspace", "MovieWriting", "ChunkStorage", "FileSystem", "Rendering",
        "ProjectFormat", "PlanModel", "AudioMixing", "TimelineModel", "Workers", "Raster",
        "BaseValues", "Diagnostics",
      ]),
    // The same for a browser on this machine: sockets of the loopback, and a page of our own.
    module(
      "PreviewServer", in: "Workspace",
      [
        "LiveWorkspace", "Workspace", "Reports", "MovieWriting", "FileSystem", "Rendering",
        "RenderPlanning", "PlanModel", "TimelineModel", "Workers", "BaseValues", "Diagnostics",
      ]),
    // Editors and other programs, answered over standard input and output.
    module(
      "LanguageServer", in: "Servers",
      [
        "EditorText", "JSONRPC", "Workspace", "Reports", "MovieWriting", "OutputKinds",
        "FileSystem",
        "TitleRendering", "Rendering", "ProjectFormat", "PlanModel", "TimelineModel", "Workers",
        "BaseValues", "Diagnostics",
      ]),
    module("ProgramServer", in: "Servers", ["JSONRPC", "Reports", "Workers", "Diagnostics"]),

    // Tier 7: commands.
    module(
      "CommandLineInterface", in: "cutlist",
      [
        "ProgramServer", "LanguageServer", "GitIntegration", "ProjectHistory", "EditReports",
        "ProjectTesting", "RenderFarm", "PreviewServer", "LiveWorkspace", "ParameterTables",
        "OutputFiles", "TextReports", "Workspace", "Reports", "Explaining",
        "MovieWriting", "MediaProbing", "MediaOpening", "ChunkStorage", "FileSystem",
        "CaptionFiles", "GoldenTesting", "Rendering", "RenderPlanning", "EditComparison",
        "ProjectFormat",
        "PlanModel", "ProjectLock", "AudioMixing", "TimelineModel", "Workers", "Raster",
        "OutputKinds", "BaseValues", "Diagnostics",
      ]),
    .executableTarget(
      name: "cutlist", dependencies: ["CommandLineInterface"], path: "Sources/cutlist/Main",
      swiftSettings: settings),
    .executableTarget(
      name: "cutlist-bench",
      dependencies: [
        "Workspace", "Rendering", "RenderPlanning", "ProjectFormat", "PlanModel", "TimelineModel",
        "Raster", "BaseValues", "Diagnostics",
      ],
      path: "Sources/cutlist/Benchmarks", swiftSettings: settings),

    support("SeededNumbers"),
    // See NoBacktraces.swift.
    support("ScratchFolders", exports: ["backtrace"]),
    // The kernels of Raster once more, as plainly as they can be said.
    support("RasterReference", ["Raster", "BaseValues"]),
    tests("BaseValuesTests", ["SeededNumbers", "BaseValues"]),
    tests("OutputKindsTests", ["OutputKinds", "BaseValues"]),
    tests("MovieBoxesTests", ["SeededNumbers", "MovieBoxes", "OutputKinds", "BaseValues"]),
    tests("DiagnosticsTests", ["SeededNumbers", "Diagnostics"]),
    tests(
      "RasterTests",
      [
        "SeededNumbers", "RasterReference", "Raster", "RowKernels", "WideRowKernels", "BaseValues",
      ],
      exclude: ["Wipes/gstreamer-wipes.txt"]),
    tests("TimelineModelTests", ["TimelineModel", "OutputKinds", "BaseValues", "Diagnostics"]),
    tests("AudioMixingTests", ["SeededNumbers", "AudioMixing", "BaseValues"]),
    tests("JSONRPCTests", ["SeededNumbers", "JSONRPC", "Diagnostics"]),
    tests(
      "EditorTextTests",
      ["SeededNumbers", "EditorText", "Diagnostics"]),
    tests(
      "LanguageServerTests",
      [
        "ScratchFolders", "SeededNumbers", "LanguageServer", "JSONRPC", "Workspace", "Diagnostics",
      ]),
    tests("ProgramServerTests", ["ProgramServer", "JSONRPC", "Diagnostics"]),
    tests("LookReadingTests", ["LookReading", "Raster", "BaseValues"], exclude: ["Files"]),
    tests(
      "CaptionFilesTests",
      ["CaptionFiles", "TimelineModel", "BaseValues", "Diagnostics"]),
    tests("ProjectLockTests", ["ProjectLock", "Diagnostics"]),
    tests(
      "ProjectFormatTests",
      [
        "SeededNumbers", "ProjectFormat", "PictureKinds", "TimelineModel", "Raster", "OutputKinds",
        "BaseValues",
        "Diagnostics",
      ],
      exclude: ["GoodProjects", "WrongProjects", "Support/Keys-0.1.0.txt"]),
    tests(
      "EditComparisonTests", ["SeededNumbers", "EditComparison", "Diagnostics", "BaseValues"]),
    tests("EditMergingTests", ["SeededNumbers", "EditMerging", "ProjectFormat", "Diagnostics"]),
    tests(
      "PictureKindsTests",
      ["SeededNumbers", "PictureKinds", "PlanModel", "TimelineModel", "Raster", "BaseValues"]),
    tests(
      "PlanModelTests",
      [
        "SeededNumbers", "PlanModel", "AudioMixing", "TimelineModel", "OutputKinds", "BaseValues",
        "Diagnostics",
      ]),
    tests(
      "RenderPlanningTests",
      [
        "SeededNumbers", "RenderPlanning", "ProjectFormat", "PictureKinds", "PlanModel",
        "AudioMixing", "TimelineModel", "Raster", "OutputKinds", "BaseValues", "Diagnostics",
      ]),
    tests(
      "RenderingTests",
      [
        "SeededNumbers", "RasterReference", "Rendering", "RenderPlanning", "PictureKinds",
        "PlanModel", "AudioMixing", "TimelineModel", "Workers", "Raster", "OutputKinds",
        "BaseValues",
      ]),
    tests(
      "GoldenTestingTests",
      [
        "GoldenTesting", "Rendering", "PlanModel", "AudioMixing", "TimelineModel", "Raster",
        "OutputKinds", "BaseValues", "Diagnostics",
      ]),
    tests("WorkersTests", ["Workers"]),
    tests("GitRepositoryTests", ["GitRepository"]),
    tests("LibAVTests", ["LibAV", "OutputKinds"]),
    tests(
      "TitleRenderingTests",
      ["SeededNumbers", "TitleRendering", "TimelineModel", "Raster", "BaseValues", "Diagnostics"]),
    tests(
      "ReportsTests",
      ["Reports", "EditComparison", "Raster", "BaseValues", "Diagnostics"]),
    tests(
      "MediaTests",
      [
        "SeededNumbers", "MovieWriting", "MovieBoxes", "MediaReading", "MediaProbing",
        "MediaSources",
        "MediaOpening", "Workers", "ChunkStorage", "FileSystem", "LibAV", "Rendering", "PlanModel",
        "AudioMixing", "TimelineModel", "Raster", "OutputKinds", "BaseValues", "Diagnostics",
      ]),
    tests(
      "WorkspaceTests",
      [
        "FileSystem",
        "ScratchFolders", "Workspace", "RenderPlanning", "ProjectFormat", "PlanModel",
        "TimelineModel", "Raster",
        "BaseValues", "Diagnostics",
      ]),
    tests(
      "TextReportsTests",
      [
        "ScratchFolders", "TextReports", "Workspace", "Rendering", "PlanModel", "OutputKinds",
        "BaseValues",
      ]),
    tests("OutputFilesTests", ["ScratchFolders", "OutputFiles", "Workspace"]),
    tests(
      "ParameterTablesTests",
      ["ScratchFolders", "ParameterTables", "Workspace", "PlanModel", "Diagnostics"]),
    tests(
      "RenderFarmTests",
      [
        "ScratchFolders", "RenderFarm", "ParameterTables", "Workspace", "Rendering", "PlanModel",
        "Diagnostics",
      ]),
    tests(
      "ProjectTestingTests",
      ["ScratchFolders", "ProjectTesting", "OutputFiles", "Workspace", "Reports", "GoldenTesting"]),
    tests(
      "EditReportsTests",
      ["ScratchFolders", "EditReports", "Workspace", "PlanModel", "Diagnostics"]),
    tests(
      "ProjectHistoryTests",
      [
        "ScratchFolders", "SeededNumbers", "ProjectHistory", "Workspace", "GitRepository",
        "PlanModel",
      ]),
    tests("GitIntegrationTests", ["ScratchFolders", "GitIntegration", "Workspace", "Diagnostics"]),
    tests(
      "LiveWorkspaceTests",
      ["ScratchFolders", "LiveWorkspace", "Workspace", "PlanModel", "BaseValues"]),
    tests("PreviewServerTests", ["PreviewServer"]),
    tests(
      "CommandLineTests",
      [
        "SeededNumbers", "CommandLineInterface", "ProjectHistory", "Workspace", "Explaining",
        "LibAV", "FileSystem", "MediaProbing",
        "MediaSources", "Rendering",
        "Workers", "ChunkStorage", "RenderPlanning", "ProjectFormat", "PictureKinds", "PlanModel",
        "AudioMixing", "TimelineModel", "Raster", "OutputKinds", "BaseValues", "Diagnostics",
      ], exclude: ["MediaInfo"]),
  ],
  swiftLanguageModes: [.v6]
)
