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

/// Modules that touch every pixel or sample: optimised in debug builds too, because tests would spend
/// most of their time in them. Overflow, bounds and preconditions stay checked.
let optimized: Set = [
  "PixelGeometry", "Hashing", "Raster", "AudioMixing", "MediaTime", "Rendering", "TitleRendering",
  "MediaSources", "MediaReading", "RowKernels", "WideRowKernels",
]

/// What makes a module use registers of 32 bytes: its code is called only where the processor has them.
#if arch(x86_64)
  let wide: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-mavx2", "-DWIDE"])]
#else
  let wide: [SwiftSetting] = []
#endif

func module(_ name: String, _ dependencies: [String], _ more: [SwiftSetting] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: settings + more
      + (optimized.contains(name) ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []))
}

func tests(
  _ name: String, _ dependencies: [String], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    exclude: exclude, resources: resources, swiftSettings: settings)
}

/// What tests of several modules use.
let testSupport = Target.target(
  name: "SeededNumbers", path: "Tests/SeededNumbers", swiftSettings: settings)

let package = Package(
  name: "cutlist",
  products: [
    .executable(name: "cutlist", targets: ["cutlist"]),
    .executable(name: "cutlist-bench", targets: ["cutlist-bench"]),
  ],
  targets: [
    // C libraries, found through pkg-config.
    .systemLibrary(
      name: "CLibAV",
      pkgConfig: "libavformat libavcodec libavfilter libswscale libswresample libavutil",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev",
          "libswresample-dev", "libavutil-dev",
        ])
      ]),
    .systemLibrary(
      name: "CText",
      pkgConfig: "freetype2 harfbuzz fribidi fontconfig",
      providers: [
        .apt(["libfreetype-dev", "libharfbuzz-dev", "libfribidi-dev", "libfontconfig-dev"])
      ]),

    // Tier 0: values that depend on nothing.
    module("MediaTime", []),
    module("Diagnostics", []),
    module("PixelGeometry", []),
    module("Hashing", []),
    // Loops over rows, compiled twice: for every processor, and for those with wide registers. The second
    // folder is a link to the first.
    module("RowKernels", []),
    module("WideRowKernels", [], wide),
    module("Raster", ["RowKernels", "WideRowKernels", "Hashing", "PixelGeometry"]),
    module("Workers", []),
    module("ChildProcesses", []),

    // Tier 1: the resolved edit, and sound as samples.
    module("TimelineModel", ["PixelGeometry", "Diagnostics", "MediaTime"]),
    module("AudioMixing", ["RowKernels", "WideRowKernels", "Hashing", "MediaTime"]),
    // Files of colours: LUTs and CDLs, from their bytes.
    module("LookReading", ["Raster"]),
    // What a project was made of, kept beside it.
    module("ProjectLock", ["Diagnostics"]),

    // Tier 2: plans, what they are made of, and timelines from text.
    module(
      "PlanModel",
      [
        "AudioMixing", "TimelineModel", "Hashing", "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    // Kinds of transition and effect, by name; between them and the plan.
    module("PictureKinds", ["PlanModel", "TimelineModel", "Raster", "PixelGeometry", "MediaTime"]),
    module(
      "ProjectFormat",
      [
        "PictureKinds", "LookReading", "TimelineModel", "Raster", "PixelGeometry", "Diagnostics",
        "MediaTime",
      ]),
    // What an edit is, for comparing and merging.
    module("EditComparison", ["ProjectFormat", "TimelineModel", "Diagnostics", "MediaTime"]),
    module("EditMerging", ["EditComparison", "ProjectFormat", "Diagnostics", "MediaTime"]),

    // Tier 3: makes plans from timelines; executes plans, and declares the ports that takes.
    module(
      "RenderPlanning",
      [
        "PictureKinds", "PlanModel", "AudioMixing", "TimelineModel", "PixelGeometry",
        "Diagnostics", "MediaTime",
      ]),
    module(
      "Rendering",
      [
        "PictureKinds", "PlanModel", "AudioMixing", "TimelineModel", "Workers", "Raster",
        "PixelGeometry", "MediaTime",
      ]),

    // Tier 4: the outside world, and what is said of movies, which reaches it through ports.
    module(
      "GoldenTesting",
      [
        "Rendering", "PlanModel", "AudioMixing", "TimelineModel", "Workers", "Raster",
        "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    module("LibAV", ["Diagnostics", "CLibAV"]),
    module(
      "TitleRendering",
      [
        "TimelineModel", "Raster", "Hashing", "PixelGeometry", "Diagnostics", "MediaTime",
        "CText",
      ]),
    // Files and folders of the system; what is kept between renders.
    module("FileSystem", ["TimelineModel", "Raster", "Hashing", "Diagnostics"]),
    module(
      "ChunkStorage",
      [
        "FileSystem", "Rendering", "AudioMixing", "ChildProcesses", "Raster", "Hashing",
        "Diagnostics",
      ]),

    // Media: opened within limits, known, found out about, read; movies written.
    module(
      "MediaOpening",
      [
        "FileSystem", "LibAV", "TimelineModel", "Workers", "ChildProcesses", "Diagnostics",
        "MediaTime",
      ]),
    module(
      "MediaSources",
      [
        "MediaOpening", "ChunkStorage", "FileSystem", "LibAV", "AudioMixing", "TimelineModel",
        "Raster", "Hashing", "PixelGeometry", "MediaTime",
      ]),
    module(
      "MediaProbing",
      [
        "MediaSources", "MediaOpening", "ChunkStorage", "FileSystem", "LibAV", "LookReading",
        "AudioMixing", "TimelineModel", "Workers", "Raster", "Hashing", "PixelGeometry",
        "Diagnostics",
        "MediaTime",
      ]),
    module(
      "MediaReading",
      [
        "MediaSources", "MediaOpening", "FileSystem", "LibAV", "Rendering", "PlanModel",
        "AudioMixing", "TimelineModel", "Raster", "PixelGeometry", "MediaTime",
      ]),
    module(
      "MovieWriting",
      [
        "MediaSources", "FileSystem", "LibAV", "Rendering", "PlanModel", "AudioMixing",
        "TimelineModel", "Raster", "Hashing", "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    module(
      "MediaRendering",
      ["MovieWriting", "MediaReading", "LibAV", "Rendering", "PlanModel", "RowKernels"]),

    module(
      "Explaining",
      [
        "Rendering", "RenderPlanning", "PictureKinds", "PlanModel", "AudioMixing", "TimelineModel",
        "Raster",
        "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    module(
      "Reports",
      [
        "Rendering", "PlanModel", "EditComparison", "AudioMixing", "TimelineModel", "Raster",
        "Hashing", "PixelGeometry", "Diagnostics", "MediaTime",
      ]),

    // Contents, history and configuration of repositories, from the program git.
    module("GitRepository", ["ChildProcesses", "Diagnostics"]),

    // Tier 5: projects loaded, planned and ready to be rendered, for whoever asks.
    module(
      "Workspace",
      [
        "Explaining", "MediaRendering", "MediaReading", "MediaProbing", "MediaSources",
        "MediaOpening", "ChunkStorage", "FileSystem", "TitleRendering", "GoldenTesting",
        "Rendering", "RenderPlanning", "ProjectFormat", "PictureKinds", "PlanModel",
        "ProjectLock", "AudioMixing", "TimelineModel", "Raster", "PixelGeometry", "Diagnostics",
        "MediaTime",
      ]),

    // Tier 6: commands.
    module(
      "CommandLineInterface",
      [
        "Workspace", "GitRepository", "Reports", "Explaining", "MediaRendering", "MovieWriting",
        "MediaReading", "MediaProbing", "MediaSources", "MediaOpening", "ChunkStorage",
        "FileSystem", "TitleRendering", "GoldenTesting", "Rendering", "RenderPlanning",
        "EditMerging", "EditComparison", "ProjectFormat", "PlanModel", "ProjectLock",
        "AudioMixing", "TimelineModel", "Workers", "ChildProcesses", "Raster", "PixelGeometry",
        "Diagnostics", "MediaTime",
      ]),
    .executableTarget(
      name: "cutlist", dependencies: ["CommandLineInterface"], swiftSettings: settings),
    .executableTarget(
      name: "cutlist-bench",
      dependencies: [
        "Workspace", "Rendering", "RenderPlanning", "ProjectFormat", "PlanModel", "TimelineModel",
        "Raster", "PixelGeometry", "Diagnostics", "MediaTime",
      ],
      swiftSettings: settings),

    testSupport,
    tests("MediaTimeTests", ["SeededNumbers", "MediaTime"]),
    tests("DiagnosticsTests", ["SeededNumbers", "Diagnostics"]),
    tests(
      "RasterTests",
      ["SeededNumbers", "Raster", "RowKernels", "WideRowKernels", "Hashing", "PixelGeometry"],
      exclude: ["Wipes/gstreamer-wipes.txt"]),
    tests("TimelineModelTests", ["TimelineModel", "PixelGeometry", "Diagnostics", "MediaTime"]),
    tests("AudioMixingTests", ["SeededNumbers", "AudioMixing", "Hashing", "MediaTime"]),
    tests("LookReadingTests", ["LookReading", "Raster", "PixelGeometry"], exclude: ["Files"]),
    tests("ProjectLockTests", ["ProjectLock", "Diagnostics"]),
    tests(
      "ProjectFormatTests",
      [
        "SeededNumbers", "ProjectFormat", "PictureKinds", "TimelineModel", "Raster",
        "PixelGeometry",
        "Diagnostics", "MediaTime",
      ],
      exclude: ["GoodProjects", "WrongProjects"]),
    tests(
      "EditComparisonTests", ["SeededNumbers", "EditComparison", "Diagnostics", "MediaTime"]),
    tests("EditMergingTests", ["SeededNumbers", "EditMerging", "ProjectFormat", "Diagnostics"]),
    tests(
      "PictureKindsTests",
      [
        "SeededNumbers", "PictureKinds", "PlanModel", "TimelineModel", "Raster", "PixelGeometry",
        "MediaTime",
      ]),
    tests(
      "PlanModelTests",
      [
        "SeededNumbers", "PlanModel", "AudioMixing", "TimelineModel", "Hashing", "PixelGeometry",
        "Diagnostics",
        "MediaTime",
      ]),
    tests(
      "RenderPlanningTests",
      [
        "SeededNumbers", "RenderPlanning", "ProjectFormat", "PictureKinds", "PlanModel",
        "AudioMixing",
        "TimelineModel", "Raster", "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    tests(
      "RenderingTests",
      [
        "SeededNumbers", "Rendering", "RenderPlanning", "PictureKinds", "PlanModel", "AudioMixing",
        "TimelineModel", "Workers", "Raster", "PixelGeometry", "MediaTime",
      ]),
    tests(
      "GoldenTestingTests",
      [
        "GoldenTesting", "Rendering", "PlanModel", "AudioMixing", "TimelineModel", "Raster",
        "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    tests("WorkersTests", ["Workers"]),
    tests("GitRepositoryTests", ["GitRepository"]),
    tests("LibAVTests", ["LibAV"]),
    tests(
      "TitleRenderingTests",
      [
        "SeededNumbers", "TitleRendering", "TimelineModel", "Raster", "PixelGeometry",
        "Diagnostics", "MediaTime",
      ]),
    tests(
      "ReportsTests",
      ["Reports", "EditComparison", "Raster", "PixelGeometry", "Diagnostics", "MediaTime"]),
    tests(
      "MediaTests",
      [
        "SeededNumbers", "MovieWriting", "MediaReading", "MediaProbing", "MediaSources",
        "MediaOpening", "ChildProcesses",
        "ChunkStorage", "FileSystem", "LibAV", "Rendering", "PlanModel", "AudioMixing",
        "TimelineModel", "Raster", "Hashing", "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    tests(
      "WorkspaceTests",
      [
        "Workspace", "RenderPlanning", "ProjectFormat", "PlanModel", "TimelineModel", "Raster",
        "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
    tests(
      "CommandLineTests",
      [
        "SeededNumbers", "CommandLineInterface", "Workspace", "Explaining", "MediaRendering",
        "LibAV", "Rendering", "ChildProcesses", "ChunkStorage",
        "RenderPlanning", "ProjectFormat", "PictureKinds", "PlanModel", "AudioMixing",
        "TimelineModel", "Raster", "PixelGeometry", "Diagnostics", "MediaTime",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
