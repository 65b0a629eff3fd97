import Diagnostics

extension LockedProject {
  /// The text of the lock file: sorted, one value or font a line, so that two of them are compared and merged
  /// line by line.
  package var text: String {
    var json = JSONWriter()
    json.object { json in
      json.member("cutlistLock", Self.formatVersion)
      json.member("hashes", Self.hashes)
      json.key("versions")
      json.object { json in
        for version in versions { json.member(version.name, version.version) }
      }
      json.key("media")
      json.object { json in
        for source in sources {
          json.key(source.name)
          source.write(to: &json)
        }
      }
      json.key("fonts")
      json.object { json in
        var rest = fonts[...]
        while let first = rest.first {
          let files = rest.prefix { $0.asked == first.asked }
          rest = rest.dropFirst(files.count)
          json.key(first.asked)
          json.array { json in
            for font in files {
              json.object(inline: true) { json in
                json.member("file", font.file)
                json.member("hash", font.hash)
              }
            }
          }
        }
      }
    }
    return json.text + "\n"
  }
}

extension LockedSource {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let path { json.member("path", path) }
      json.member("hash", hash)
      if let bytes { json.member("bytes", bytes) }
      json.key("facts")
      json.object { json in
        for fact in LockedFact.allCases {
          guard let word = facts[fact] else { continue }
          json.key(fact.rawValue)
          if fact.isCount, let count = Int(word) {
            json.integer(count)
          } else {
            json.string(word)
          }
        }
      }
    }
  }
}
