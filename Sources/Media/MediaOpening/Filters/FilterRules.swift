import Diagnostics
package import LibAV
package import TimelineModel

/// Decides whether a filter text may be made.
package struct FilterRules: Hashable, Sendable {
  /// Filters that the command line allows although they do more than compute, with all options.
  package var allowed: Set<String>

  /// Rules; without arguments, only what computes is allowed.
  ///
  /// - Parameter allowed: libav's names of further filters.
  package init(allowed: Set<String> = []) { self.allowed = allowed }

  /// Why a text from a project may not be made.
  package enum Refusal: Hashable {
    case unknownFilter(String)
    case filter(String, FilterTable.Reach?)
    case unknownOption(String, of: String)
    case option(String, of: String)
    /// In a chain: makes pictures itself, keeps them, or is about sound.
    case maker(String)
    case sink(String)
    case sound(String)
    /// In a chain for sound: is about pictures, makes sound or ends it, or moves it in time.
    case picture(String)
    case soundMaker(String)
    case soundSink(String)
    case timeChange(String)
  }

  /// The first thing that is wrong with a text; `nil` where nothing is. Nothing is made or opened.
  ///
  /// - Throws: `LibAVError` for a text that libav would not read either.
  package func refusal(of text: String) throws(LibAVError) -> Refusal? {
    for filter in try FilterGraph.filters(in: text) {
      if let refusal = try refusal(of: filter) { return refusal }
    }
    return nil
  }

  /// The same for a chain that pictures go through: each of its filters takes pictures and gives some.
  ///
  /// - Throws: `LibAVError` for a text that libav would not read either.
  package func refusal(ofChain text: String) throws(LibAVError) -> Refusal? {
    let filters = try FilterGraph.filters(in: text)
    for filter in filters {
      if let refusal = try refusal(of: filter) { return refusal }
      guard let ends = FilterCatalog.ends(of: filter.name) else { continue }
      if (ends.inputs + ends.outputs).contains(where: { $0 != .video }) {
        return .sound(filter.name)
      }
      if ends.inputs.isEmpty, !ends.hasVaryingInputs { return .maker(filter.name) }
      if ends.outputs.isEmpty, !ends.hasVaryingOutputs { return .sink(filter.name) }
    }
    return nil
  }

  /// The same for a chain that sound goes through: each of its filters takes sound and gives some, as much as it
  /// takes.
  ///
  /// - Throws: `LibAVError` for a text that libav would not read either.
  package func refusal(ofSoundChain text: String) throws(LibAVError) -> Refusal? {
    for filter in try FilterGraph.filters(in: text) {
      if let refusal = try refusal(of: filter) { return refusal }
      if FilterTable.timeChanging.contains(filter.name) { return .timeChange(filter.name) }
      guard let ends = FilterCatalog.ends(of: filter.name) else { continue }
      if (ends.inputs + ends.outputs).contains(where: { $0 != .audio }) {
        return .picture(filter.name)
      }
      if ends.inputs.isEmpty, !ends.hasVaryingInputs { return .soundMaker(filter.name) }
      if ends.outputs.isEmpty, !ends.hasVaryingOutputs { return .soundSink(filter.name) }
    }
    return nil
  }

  private func refusal(of filter: FilterReference) throws(LibAVError) -> Refusal? {
    guard FilterCatalog.has(filter.name) else { return .unknownFilter(filter.name) }
    if allowed.contains(filter.name) { return nil }
    guard let options = FilterTable.options[filter.name] else {
      return .filter(filter.name, FilterTable.reaching[filter.name])
    }
    for setting in try filter.settings()
    where !options.contains(setting.key) && !FilterTable.common.contains(setting.key) {
      let isKnown = FilterCatalog.options(of: filter.name).contains { $0.name == setting.key }
      return isKnown
        ? .option(setting.key, of: filter.name) : .unknownOption(setting.key, of: filter.name)
    }
    return nil
  }

  /// Whether the text has filters that only the command line allows.
  package func isExceptional(_ text: String) -> Bool {
    guard !allowed.isEmpty, let filters = try? FilterGraph.filters(in: text) else { return false }
    return filters.contains { allowed.contains($0.name) }
  }

  /// Why the command line may not allow a filter, one line; `nil` where it may.
  package static func problem(allowing name: String) -> String? {
    if FilterCatalog.has(name) { return nil }
    let near = Suggestion.closest(to: name, among: FilterCatalog.names)
    return "there is no filter '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
  }
}

extension MediaProblem {
  package init(_ refusal: FilterRules.Refusal, item: MediaItem) {
    switch refusal {
    case .unknownFilter(let name):
      let near = Suggestion.closest(to: name, among: FilterTable.options.keys.sorted())
      self.init(
        .unknownFilter, origin: .project, "there is no filter '\(name)'", item,
        fixes: [Fix(message: near.map { "did you mean '\($0)'?" } ?? "see 'man ffmpeg-filters'")])
    case .filter(let name, let reach):
      let allowing = "allow it with --allow-filter \(name) on the command line"
      self.init(
        .filterNotAllowed, origin: .project,
        "filter '\(name)' \(reach?.words ?? "is not known to compute and nothing else")", item,
        notes: [Note(message: "a project may use filters that compute and nothing else")],
        fixes: [Fix(message: (reach?.instead).map { "\($0), or \(allowing)" } ?? allowing)])
    case .unknownOption(let option, of: let filter):
      let options = FilterTable.options[filter, default: []].sorted()
      let near = Suggestion.closest(to: option, among: options)
      self.init(
        .unknownFilterOption, origin: .project, "filter '\(filter)' has no option '\(option)'",
        item,
        fixes: [
          Fix(
            message: near.map { "did you mean '\($0)'?" }
              ?? (options.isEmpty
                ? "it has no options" : "it has: \(options.prefix(24).joined(separator: ", "))"))
        ])
    case .option(let option, of: let filter):
      let isKnown = FilterTable.reachingOptions[filter]?.contains(option) ?? false
      self.init(
        .filterNotAllowed, origin: .project,
        isKnown
          ? "option '\(option)' of filter '\(filter)' reaches outside of the project"
          : "option '\(option)' of filter '\(filter)' is not known to compute and nothing else",
        item, notes: [Note(message: "a project may use options that name no files")],
        fixes: [
          Fix(
            message:
              "leave it out, or allow the filter with --allow-filter \(filter) on the command line")
        ])
    case .maker(let name):
      self.init(
        .filterInChain, origin: .project,
        "filter '\(name)' makes pictures and takes none, so it cannot stand in a chain", item,
        fixes: [
          Fix(
            message:
              "make it an entry of \"media\", { \"made\": { \"filter\": \"\(name)\" } }, and show it "
              + "on a track of its own")
        ])
    case .sink(let name):
      self.init(
        .filterInChain, origin: .project, "filter '\(name)' gives no pictures", item,
        fixes: [Fix(message: "leave it out")])
    case .sound(let name):
      self.init(
        .filterInChain, origin: .project,
        "filter '\(name)' is about sound, and this key is about pictures", item,
        fixes: [
          Fix(
            message:
              "write it as \"audioFilter\", or say it with the clip's other keys for sound: gain, pan, fadeIn, "
              + "fadeOut, automation")
        ])
    case .picture(let name):
      self.init(
        .filterInChain, origin: .project,
        "filter '\(name)' is about pictures, and this key is about sound", item,
        fixes: [Fix(message: "write it as \"filter\"")])
    case .soundMaker(let name):
      self.init(
        .filterInChain, origin: .project,
        "filter '\(name)' makes sound and takes none, so it cannot stand in a chain", item,
        fixes: [
          Fix(
            message:
              "make it an entry of \"media\", { \"made\": { \"filter\": \"\(name)\" } }, and play it "
              + "on a track of its own")
        ])
    case .soundSink(let name):
      self.init(
        .filterInChain, origin: .project, "filter '\(name)' gives no sound", item,
        fixes: [Fix(message: "leave it out")])
    case .timeChange(let name):
      self.init(
        .filterInChain, origin: .project,
        "filter '\(name)' moves sound in time, and as much has to come out of the chain as goes in",
        item,
        fixes: [
          Fix(message: "choose what is heard, when and how fast with in, out, at, speed and loop")
        ])
    }
  }
}
