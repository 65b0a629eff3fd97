import Diagnostics

/// What the folder of jobs is for, so that it can be told how far they are.
struct FarmRecord: Hashable {
  /// Its name in the folder.
  static let fileName = "farm.json"

  struct Movie: Hashable {
    /// From the folder.
    var plan: String
    /// Absolute.
    var path: String
    /// Which row of a table it is of, for messages.
    var row: String?
    /// What reading the plan takes, as `--limit` says it.
    var limits: [String] = []
  }

  var store: StorePlace
  var movies: [Movie]

  var text: String {
    var json = JSONWriter()
    json.object { json in
      json.member("cutlistFarm", 1)
      switch store {
      case .folder(let path): json.member("store", path)
      case .program(let program): json.member("storeProgram", program)
      }
      json.key("movies")
      json.array { json in
        for movie in movies {
          json.object(inline: true) { json in
            json.member("plan", movie.plan)
            json.member("movie", movie.path)
            if let row = movie.row { json.member("row", row) }
            if !movie.limits.isEmpty {
              json.key("limits")
              json.array(inline: true) { json in
                for limit in movie.limits { json.string(limit) }
              }
            }
          }
        }
      }
    }
    return json.text
  }
}

extension FarmRecord {
  /// Reads what `text` gives.
  ///
  /// - Returns: `nil` for anything else.
  init?(_ file: SourceFile) {
    guard let value = JSONParser.parse(file).value,
      case .number("1")? = value["cutlistFarm"]?.kind,
      case .array(let written)? = value["movies"]?.kind
    else { return nil }
    switch (value["store"]?.text, value["storeProgram"]?.text) {
    case (let folder?, nil): store = .folder(folder)
    case (nil, let program?): store = .program(program)
    default: return nil
    }
    movies = written.compactMap { movie in
      guard let plan = movie["plan"]?.text, let path = movie["movie"]?.text else { return nil }
      var limits: [String] = []
      if case .array(let values)? = movie["limits"]?.kind { limits = values.compactMap(\.text) }
      return Movie(plan: plan, path: path, row: movie["row"]?.text, limits: limits)
    }
    if movies.isEmpty || movies.count < written.count { return nil }
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = kind { text } else { nil }
  }
}
