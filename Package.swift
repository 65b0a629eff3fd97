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

    // Tier 1: the resolved edit, and sound as samples.
    module("TimelineModel", ["MediaTime", "Diagnostics"]),
    module("AudioMixing", ["MediaTime"]),

    // Tier 2: from text to timeline; what a plan is.
    module("ProjectFormat", ["TimelineModel", "MediaTime", "Diagnostics"]),
    module("PlanModel", ["TimelineModel", "MediaTime", "Diagnostics"]),

    // Tier 3: from timeline to plan; executes a plan and declares the ports it needs.
    module("RenderPlanning", ["PlanModel", "TimelineModel", "MediaTime", "Diagnostics"]),
    module(
      "Rendering", ["PlanModel", "TimelineModel", "Raster", "AudioMixing", "MediaTime"]),

    // Tier 4: the outside world, and tests of movies, which reach it through ports.
    module(
      "GoldenTesting",
      [
        "Rendering", "PlanModel", "TimelineModel", "Raster", "AudioMixing", "MediaTime",
        "Diagnostics",
      ]),
    module("LibAV", ["CLibAV", "Diagnostics"]),
    module("TitleRendering", ["CText", "Raster", "TimelineModel", "MediaTime", "Diagnostics"]),
    module(
      "MediaIO",
      [
        "LibAV", "Rendering", "PlanModel", "Raster", "AudioMixing", "TimelineModel",
        "MediaTime", "Diagnostics",
      ]),

    module(
      "Explaining",
      [
        "Rendering", "RenderPlanning", "PlanModel", "TimelineModel", "Raster", "MediaTime",
        "Diagnostics",
      ]),
    module(
      "Reports",
      [
        "Rendering", "PlanModel", "Raster", "AudioMixing", "TimelineModel", "MediaTime",
        "Diagnostics",
      ]),

    // Tier 5: commands.
    module(
      "CommandLineInterface",
      [
        "Explaining", "GoldenTesting", "MediaIO", "TitleRendering", "Reports", "Rendering",
        "RenderPlanning", "PlanModel", "ProjectFormat", "TimelineModel", "AudioMixing", "Raster",
        "MediaTime", "Diagnostics",
      ]),
    .executableTarget(
      name: "cutlist", dependencies: ["CommandLineInterface"], swiftSettings: settings),
    .executableTarget(
      name: "cutlist-bench",
      dependencies: [
        "Rendering", "RenderPlanning", "PlanModel", "ProjectFormat", "TimelineModel", "Raster",
        "MediaTime", "Diagnostics",
      ],
      swiftSettings: settings),

    tests("MediaTimeTests", ["MediaTime"]),
    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("RasterTests", ["Raster"]),
    tests("TimelineModelTests", ["TimelineModel", "MediaTime", "Diagnostics"]),
    tests("AudioMixingTests", ["AudioMixing", "MediaTime"]),
    tests(
      "ProjectFormatTests", ["ProjectFormat", "TimelineModel", "MediaTime", "Diagnostics"],
      exclude: ["GoodProjects", "WrongProjects"]),
    tests("PlanModelTests", ["PlanModel", "TimelineModel", "MediaTime", "Diagnostics"]),
    tests(
      "RenderPlanningTests",
      [
        "RenderPlanning", "PlanModel", "ProjectFormat", "TimelineModel", "MediaTime",
        "Diagnostics",
      ]),
    tests(
      "RenderingTests",
      [
        "Rendering", "PlanModel", "TimelineModel", "Raster", "AudioMixing", "MediaTime",
      ]),
    tests(
      "GoldenTestingTests",
      [
        "GoldenTesting", "Rendering", "PlanModel", "TimelineModel", "Raster", "AudioMixing",
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
        "MediaIO", "LibAV", "Rendering", "PlanModel", "Raster", "AudioMixing",
        "TimelineModel", "MediaTime", "Diagnostics",
      ]),
    tests(
      "CommandLineTests",
      [
        "CommandLineInterface", "Explaining", "MediaIO", "LibAV", "Rendering",
        "RenderPlanning", "PlanModel", "ProjectFormat", "TimelineModel", "Raster", "AudioMixing",
        "MediaTime", "Diagnostics",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
