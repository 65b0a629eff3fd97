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

func module(_ name: String, _ dependencies: [String]) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [String], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    exclude: exclude, resources: resources, swiftSettings: settings)
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
    module("Raster", []),
    module("Workers", []),

    // Tier 1: the resolved edit, and sound as samples.
    module("TimelineModel", ["MediaTime", "Diagnostics"]),
    module("AudioMixing", ["MediaTime"]),

    // Tier 2: from text to timeline, from timeline to plan.
    module("ProjectFormat", ["TimelineModel", "MediaTime", "Diagnostics"]),
    module("RenderPlanning", ["TimelineModel", "MediaTime", "Diagnostics"]),

    // Tier 3: executes a plan; declares the ports it needs.
    module(
      "Rendering",
      ["RenderPlanning", "TimelineModel", "Raster", "AudioMixing", "MediaTime", "Workers"]),

    // Tier 4: the outside world, and tests of movies, which reach it through ports.
    module(
      "GoldenTesting",
      [
        "Rendering", "RenderPlanning", "TimelineModel", "Raster", "AudioMixing", "MediaTime",
        "Diagnostics", "Workers",
      ]),
    module("LibAV", ["CLibAV", "Diagnostics"]),
    module("TitleRendering", ["CText", "Raster", "TimelineModel", "MediaTime", "Diagnostics"]),
    module(
      "MediaIO",
      [
        "LibAV", "Rendering", "RenderPlanning", "Raster", "AudioMixing", "TimelineModel",
        "MediaTime", "Diagnostics", "Workers",
      ]),

    module(
      "Explaining",
      [
        "Rendering", "RenderPlanning", "TimelineModel", "Raster", "MediaTime", "Diagnostics",
      ]),
    module(
      "Reports",
      [
        "Rendering", "RenderPlanning", "Raster", "AudioMixing", "TimelineModel", "MediaTime",
        "Diagnostics",
      ]),

    // Tier 5: commands.
    module(
      "CommandLineInterface",
      [
        "Explaining", "GoldenTesting", "MediaIO", "TitleRendering", "Reports", "Rendering",
        "RenderPlanning",
        "ProjectFormat", "TimelineModel", "AudioMixing", "Raster", "MediaTime", "Diagnostics",
        "Workers",
      ]),
    .executableTarget(
      name: "cutlist", dependencies: ["CommandLineInterface"], swiftSettings: settings),
    .executableTarget(
      name: "cutlist-bench",
      dependencies: [
        "Rendering", "RenderPlanning", "ProjectFormat", "TimelineModel", "Raster", "MediaTime",
        "Diagnostics",
      ],
      swiftSettings: settings),

    tests("MediaTimeTests", ["MediaTime"]),
    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("RasterTests", ["Raster"]),
    tests("WorkersTests", ["Workers"]),
    tests("TimelineModelTests", ["TimelineModel", "MediaTime", "Diagnostics"]),
    tests("AudioMixingTests", ["AudioMixing", "MediaTime"]),
    tests(
      "ProjectFormatTests", ["ProjectFormat", "TimelineModel", "MediaTime", "Diagnostics"],
      exclude: ["GoodProjects", "WrongProjects"]),
    tests(
      "RenderPlanningTests",
      ["RenderPlanning", "ProjectFormat", "TimelineModel", "MediaTime", "Diagnostics"]),
    tests(
      "RenderingTests",
      [
        "Rendering", "RenderPlanning", "TimelineModel", "Raster", "AudioMixing", "MediaTime",
        "Workers",
      ]),
    tests(
      "GoldenTestingTests",
      [
        "GoldenTesting", "Rendering", "RenderPlanning", "TimelineModel", "Raster", "AudioMixing",
        "MediaTime", "Diagnostics",
      ]),
    tests("LibAVTests", ["LibAV"]),
    tests(
      "TitleRenderingTests",
      ["TitleRendering", "Raster", "TimelineModel", "Diagnostics", "MediaTime"]),
    tests("ReportsTests", ["Reports", "Raster", "MediaTime"]),
    tests(
      "MediaIOTests",
      [
        "MediaIO", "LibAV", "Rendering", "RenderPlanning", "Raster", "AudioMixing",
        "TimelineModel", "MediaTime", "Diagnostics",
      ]),
    tests(
      "CommandLineTests",
      [
        "CommandLineInterface", "Explaining", "MediaIO", "LibAV", "Rendering", "RenderPlanning",
        "ProjectFormat", "TimelineModel", "Raster", "AudioMixing", "MediaTime", "Diagnostics",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
