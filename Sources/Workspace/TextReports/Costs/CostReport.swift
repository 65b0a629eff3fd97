import Diagnostics
import BaseValues
import OutputKinds
package import PlanModel
package import Rendering
import TimelineModel
import Workspace

/// What `plan --cost` tells: what each sort of work and each chunk takes, and how long the movie will take
/// with several workers.
package struct CostReport {
  /// Numbers of workers that are told of.
  package static let workers = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]

  package var plan: RenderPlan
  var estimate: CostEstimate
  package var setting: RenderForecast.Setting
  package var machine: String

  package init(
    _ plan: RenderPlan, _ estimate: CostEstimate, _ setting: RenderForecast.Setting,
    machine: String
  ) {
    (self.plan, self.estimate, self.setting) = (plan, estimate, setting)
    self.machine = machine
  }

  private var forecast: RenderForecast { RenderForecast(estimate, setting) }

  /// Sorts of work whose seconds count, without what they leave behind.
  private var works: [CostEstimate.Item] { estimate.items.filter { $0.kind.stage != .size } }

  private var all: Double { estimate.processor + estimate.joining }

  private var sourceBytes: Double {
    setting.sources.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
  }

  // MARK: - Text

  package var text: String {
    (head + [""] + workLines + [""] + workerLines + [""] + chunkLines).joined(separator: "\n")
  }

  private var head: [String] {
    let output = plan.output
    let seconds =
      Double(output.frameCount) * Double(output.rate.seconds) / Double(output.rate.frames)
    let sounds = estimate.parts.count - plan.chunks.count
    var lines = [
      "movie    \(Self.decimal(seconds)) s, \(output.frameCount) frames of \(output.size), "
        + "\(Self.count(plan.chunks.count, "chunk")) of pictures, \(sounds) of sound, "
        + "about \(Self.bytes(estimate.bytes))",
      "machine  \(TerminalText.visible(machine)), \(Self.count(setting.cores, "core"))",
      "sources  \(Self.bytes(sourceBytes))",
    ]
    let unmeasured = works.filter { $0.basis != .measured }
    let share = unmeasured.reduce(0) { $0 + $1.seconds } / max(all, 1e-9)
    if unmeasured.isEmpty {
      lines.append("rates    all were measured by renders on this machine")
    } else {
      lines.append(
        "rates    \(unmeasured.count) of \(works.count) were not measured on this machine; they make "
          + "\(Self.percent(share)) of the work. Renders with a cache measure them")
    }
    if plan.output.video.sharesBits {
      lines.append(
        "passes   \(CostEstimate.passesOfShared), assumed: the chunks share bits, and some may be "
          + "encoded once more")
    }
    return lines
  }

  private var workLines: [String] {
    var table = CostTable(["work", "seconds", "share", "each", "from"], leading: [0, 4])
    for item in works {
      table.add([
        "\(item.kind.stage.rawValue) \(item.kind.name)", Self.decimal(item.seconds),
        Self.percent(item.seconds / max(all, 1e-9)), Self.rate(item), item.basis.words,
      ])
    }
    table.add(["all", Self.decimal(all), "", "", ""])
    return table.lines
  }

  private var workerLines: [String] {
    let forecast = forecast
    var table = CostTable(
      ["workers", "here", "machines", "start", "transfer", "render", "join", "gain"], leading: [])
    let one = forecast.split(machines: 1).total
    for count in Self.workers {
      let split = forecast.split(machines: count)
      table.add([
        String(count), Self.decimal(forecast.seconds(jobs: count)), Self.decimal(split.total),
        Self.decimal(split.start), Self.decimal(split.transfer), Self.decimal(split.rendering),
        Self.decimal(split.joining), Self.decimal(one / max(split.total, 1e-9)) + "x",
      ])
    }
    let most = forecast.split(machines: 1000).machines
    var lines = ["seconds until the movie is there"] + table.lines
    lines.append(
      "here: 'render --jobs N' on this machine. machines: so many like it, each with one chunk at a time"
    )
    lines.append(
      "assumed: each machine reads the sources of its chunks at up to \(Self.bytes(setting.link)) a second (--link), "
        + "all together at up to \(Self.bytes(setting.storage)) (--storage)")
    if most < 1000 { lines.append("more than \(most) machines have nothing to do") }
    return lines
  }

  private var chunkLines: [String] {
    var table = CostTable(
      ["chunk", "decode", "compose", "encode", "mix", "seconds"], leading: [0])
    for part in estimate.parts {
      table.add([
        part.part.name, Self.milli(part.decoding), Self.milli(part.composing),
        Self.milli(part.encoding), Self.milli(part.mixing), Self.milli(part.processor),
      ])
    }
    return table.lines
  }

  // MARK: - JSON

  package var json: String {
    let forecast = forecast
    var json = JSONWriter()
    json.object { json in
      json.member("machine", machine)
      json.member("cores", setting.cores)
      json.member("startSeconds", number: Self.rounded(setting.start))
      json.member("sourceBytes", number: sourceBytes)
      json.member("linkBytesPerSecond", number: setting.link)
      json.member("storageBytesPerSecond", number: setting.storage)
      json.member("movieBytes", number: estimate.bytes.rounded())
      json.member("processorSeconds", number: Self.rounded(estimate.processor))
      json.member("joinSeconds", number: Self.rounded(estimate.joining))
      json.key("work")
      json.array { json in
        for item in estimate.items {
          json.object(inline: true) { json in
            json.member("stage", item.kind.stage.rawValue)
            json.member("name", item.kind.name)
            json.member("units", number: item.units.rounded())
            json.member(
              item.kind.stage == .size ? "bytesPerUnit" : "nanosecondsPerUnit", number: item.rate)
            json.member("from", item.basis.rawValue)
          }
        }
      }
      json.key("workers")
      json.array { json in
        for count in Self.workers {
          let split = forecast.split(machines: count)
          json.object(inline: true) { json in
            json.member("workers", count)
            json.member("hereSeconds", number: Self.rounded(forecast.seconds(jobs: count)))
            json.member("machines", split.machines)
            json.member("machinesSeconds", number: Self.rounded(split.total))
            json.member("transferSeconds", number: Self.rounded(split.transfer))
            json.member("renderSeconds", number: Self.rounded(split.rendering))
            json.member("joinSeconds", number: Self.rounded(split.joining))
          }
        }
      }
      json.key("chunks")
      json.array { json in
        for part in estimate.parts {
          json.object(inline: true) { json in
            json.member("kind", part.part.kind)
            json.member("index", part.part.index)
            json.member("decode", number: Self.rounded(part.decoding))
            json.member("decodeBefore", number: Self.rounded(part.entry))
            json.member("compose", number: Self.rounded(part.composing))
            json.member("encode", number: Self.rounded(part.encoding))
            json.member("mix", number: Self.rounded(part.mixing))
            json.member("bytes", number: part.bytes.rounded())
          }
        }
      }
    }
    return json.text
  }

  // MARK: - Numbers

  /// In microseconds.
  private static func rounded(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }

  /// `12.3`, from a hundred on without tenths.
  package static func decimal(_ value: Double) -> String { digits(value, value < 99.95 ? 1 : 0) }

  private static func milli(_ value: Double) -> String { digits(value, 3) }

  private static func digits(_ value: Double, _ places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled >= 0, scaled < 1e15 else { return "-" }
    let number = Int(scaled)
    if places == 0 { return String(number) }
    let rest = String(number % scale)
    return "\(number / scale)." + String(repeating: "0", count: places - rest.count) + rest
  }

  private static func percent(_ share: Double) -> String { digits(share * 100, 0) + " %" }

  private static func bytes(_ value: Double) -> String {
    ByteCount.text(Int(min(max(value, 0), 9e18)))
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func rate(_ item: CostEstimate.Item) -> String {
    item.rate < 10_000 ? digits(item.rate, 2) + " ns" : digits(item.rate / 1000, 0) + " µs"
  }
}

extension RenderRates.Basis {
  /// For people.
  fileprivate var words: String {
    switch self {
    case .measured: "measured"
    case .similar: "assumed, by similar work that was measured"
    case .assumed: "assumed"
    }
  }
}

/// Columns of text: some to the left, numbers to the right.
package struct CostTable {
  private var rows: [[String]]
  private let leading: Set<Int>

  /// - Parameter leading: columns whose texts begin at the same place; others end there.
  package init(_ head: [String], leading: Set<Int>) {
    rows = [head]
    self.leading = leading
  }

  package mutating func add(_ row: [String]) { rows.append(row) }

  package var lines: [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return leading.contains(column) ? cell + space : space + cell
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
