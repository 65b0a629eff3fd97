import ChunkStorage
import Diagnostics
import GoldenTesting
import MovieWriting
import OutputFiles
import OutputKinds
import PlanModel
import ProjectTesting
import Raster
import Rendering
import Reports
import Workspace

extension Command {
  static let scope = Command(
    name: "scope", usage: "PROJECT|MOVIE (--at TIME | --frame N) -o FILE",
    summary: "measure a frame: waveform, vectorscope, histogram; and loudness over time",
    discussion:
      "Writes the scopes of a frame of a project, or of a movie, as a picture, or as data where the\n"
      + "name ends in .json: how often each code of luma and chroma is there, and how loud the sound\n"
      + "is each tenth of a second (momentary and short-term, EBU R 128). Codes are those of the movie:\n"
      + "in 8 bits black is 16 and white 235. --no-sound leaves the loudness out, which takes mixing\n"
      + "the whole movie.\n"
      + "\n"
      + "In the picture the waveform has 255 at its top, with lines at 16 and 235; the vectorscope has\n"
      + "Cb to the right and Cr upwards; the histograms are those of luma, Cb and Cr; and the loudness\n"
      + "goes from 0 down to -60 LUFS: short-term bright, momentary dark, a line for the whole.\n"
      + "--at '{chorus}' takes the frame of a marker.",
    flags: [.atTime, .frameNumber, .scopeFile, .noSound, .force, .onDamage, .quiet] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let path = arguments.positional[0]
    guard let name = arguments.value(.scopeFile) else {
      throw CommandFailure(.usage, "scope needs -o FILE.png or -o FILE.json")
    }
    let isData = name.lowercased().hasSuffix(".json")
    var outputs = Outputs(arguments, console)
    try outputs.add(
      OutputFile(
        path: name, as: isData ? .levels : .picture, option: "-o", console,
        replacesAnything: arguments.has(.force)))
    let loader = try ReportingLoader(arguments, console, encodes: false)
    let loaded = try loader.comparedMovie(path)
    let (project, plan) = (loaded.project, loaded.movie.plan)
    try outputs.check(against: project.protectedFiles)
    let number = try FrameChoice.frame(arguments, plan: plan, of: project.timeline)
    let bytes: [UInt8]
    do throws(RenderError) {
      let image = try ProjectFrames(of: plan, backend: project.backendOfSingleFrames(for: plan))
        .frame(number)
      let scopes = FrameScopes(of: image)
      let loudness =
        arguments.has(.noSound)
        ? nil : try LoudnessCurve(of: plan, backend: project.backend(for: plan))
      if isData {
        bytes = Array(
          ScopeData(frame: number, scopes: scopes, loudness: loudness).json.utf8)
      } else {
        bytes = try StillWriter.picture(
          ScopeDrawing(scopes, loudness: loudness, frame: number).image,
          as: PictureFormat.named(name) ?? .png)
      }
      try project.hashes.check()
    } catch {
      throw CommandFailure(error, of: project)
    }
    for file in outputs.files {
      try file.write(bytes, console: console)
      console.tell("wrote the scopes of frame \(number) to \(file.name)")
    }
    return .done
  }
}

/// Scopes as JSON.
private struct ScopeData {
  var frame: Int
  var scopes: FrameScopes
  var loudness: LoudnessCurve?

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("frame", frame)
      json.member("depth", scopes.depth)
      for (plane, name) in ["luma", "cb", "cr"].enumerated() {
        let range = scopes.range(of: plane)
        json.key(name)
        json.object { json in
          json.member("lowest", range.lowest)
          json.member("highest", range.highest)
          json.member("mean", number: range.mean)
          json.key("histogram")
          json.raw(list(scopes.histograms[plane]))
        }
      }
      json.key("waveform")
      json.object { json in
        json.member("columns", FrameScopes.columns)
        json.key("levels")
        json.raw(list(scopes.waveform))
      }
      json.key("vectors")
      json.raw(list(scopes.vectors))
      json.key("loudness")
      if let loudness { write(loudness, &json) } else { json.null() }
    }
    return json.text + "\n"
  }

  private func write(_ loudness: LoudnessCurve, _ json: inout JSONWriter) {
    func list(_ values: [Double?]) -> String {
      "["
        + values.map { $0.map { "\(($0 * 100).rounded() / 100)" } ?? "null" }.joined(separator: ",")
        + "]"
    }
    json.object { json in
      json.member("integrated", number: loudness.integrated)
      json.member("truePeak", number: loudness.truePeak)
      json.member("perSecond", LoudnessCurve.rate)
      json.key("momentary")
      json.raw(list(loudness.momentary))
      json.key("shortTerm")
      json.raw(list(loudness.shortTerm))
    }
  }

  /// On one line: there are thousands.
  private func list(_ counts: [Int]) -> String {
    "[" + counts.map(String.init).joined(separator: ",") + "]"
  }
}
