import Diagnostics
import OutputKinds
import TimelineModel

extension TimelineResolver {
  /// Adds the tags of a media item that are wanted, and that the movie does not say otherwise.
  ///
  /// What cannot be a tag of ours, such as the name of the program that wrote the file, stays behind.
  mutating func carryOver(_ metadata: MetadataDocument, to description: inout MovieDescription) {
    guard let source = metadata.source, let id = media(source), let facts = catalog[id] else {
      return
    }
    let own = Set(description.tags.map(\.name))
    var found: Set<String> = []
    for tag in facts.tags {
      if let names = metadata.names, !names.contains(where: { $0.value == tag.name }) { continue }
      found.insert(tag.name)
      if own.contains(tag.name) || tag.key == .language && LanguageTag(tag.value) == nil {
        continue
      }
      var more = description
      more.tags.append(tag)
      if more.tagsAreRight { description = more }
    }
    if metadata.names == nil, found.isEmpty {
      report(ProjectMessages.metadataMissing(source.value, [], range: source.range))
    }
    let missing = (metadata.names ?? []).filter { !found.contains($0.value) }
    if let first = missing.first {
      report(
        ProjectMessages.metadataMissing(
          source.value, missing.map(\.value), range: first.range))
    }
  }
}

extension MovieDescription {
  /// Whether its tags can be written, whatever else is.
  fileprivate var tagsAreRight: Bool {
    MovieDescription(tags: tags).fault(in: .mp4, trackCount: 0, rate: nil) == nil
  }
}
