import LibAV
import MediaSources
import Raster

/// Finds the pictures of film again that telecined ones are made of.
///
/// Five pictures at a time are looked at, with the one after them: what is found depends on these alone,
/// so a picture is the same whatever was shown before.
final class FilmFinder {
  private let rule: FieldRule
  private var cadences: [Int: Found] = [:]
  private let weaver = FieldWeaver()
  private let deinterlacer = Deinterlacer()

  private struct Found {
    var cadence: FilmCadence
    var order: StoredFields.Order
  }

  init(_ rule: FieldRule) { self.rule = rule }

  /// Picture `number` of the film.
  ///
  /// - Parameters:
  ///   - neighbour: gives a stored picture; `nil` for one that there is not, or that is damaged.
  ///   - stored: gives a stored picture.
  func picture(
    _ number: Int, neighbour: (Int) throws(LibAVError) -> SharedFrame?,
    stored: (Int) throws(LibAVError) -> SharedFrame
  ) throws(LibAVError) -> SharedFrame {
    let group = number / FilmCadence.filmLength
    let first = group * FilmCadence.length
    let found = try found(group, neighbour)
    switch found.cadence.parts(of: number % FilmCadence.filmLength) {
    case .whole(let place):
      return try stored(first + place)
    case .woven(let place):
      let own = try stored(first + place)
      // At the end there may be no picture to take the other field from.
      guard let next = try neighbour(first + place + 1) else {
        return try deinterlacer.picture(
          before: nil, own, after: nil, order: found.order, field: .later)
      }
      return try weaver.woven(later: own, earlier: next, found.order)
    }
  }

  private func found(
    _ group: Int, _ neighbour: (Int) throws(LibAVError) -> SharedFrame?
  ) throws(LibAVError) -> Found {
    if let known = cadences[group] { return known }
    let first = group * FilmCadence.length
    var pictures: [CombMeasure?] = []
    var orders: [StoredFields.Order] = []
    for place in 0...FilmCadence.length {
      let picture = try neighbour(first + place)
      if let picture, orders.isEmpty { orders = rule.orders(of: picture) }
      pictures.append(picture.flatMap { CombMeasure($0) })
    }
    let whole = pictures.prefix(FilmCadence.length).map { $0?.combs ?? 0 }
    var best: (combs: Int, found: Found)?
    for order in orders {
      let woven = zip(pictures, pictures.dropFirst()).map { own, next -> Int in
        guard let own, let next else { return 0 }
        // The later field of one and the earlier one of the next.
        return order == .topFirst
          ? CombMeasure.combs(even: next, odd: own) : CombMeasure.combs(even: own, odd: next)
      }
      let cadence = FilmCadence(whole: whole, woven: woven)
      let combs = cadence.combs(whole: whole, woven: woven)
      if combs < best?.combs ?? .max { best = (combs, Found(cadence: cadence, order: order)) }
    }
    let found = best?.found ?? Found(cadence: FilmCadence(firstMixed: 0), order: .topFirst)
    cadences[group] = found
    return found
  }
}
