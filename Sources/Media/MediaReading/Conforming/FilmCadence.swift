/// Where the four pictures of film lie that five telecined pictures are made of.
///
/// 3:2 pulldown shows a picture of film for three fields, the next one for two. Of five pictures in a
/// row three are whole, and two have fields of different pictures of film:
///
/// ```
///   film      A A A B B C C C D D
///   pictures  [0 ] [1 ] [2 ] [3 ] [4 ]     the mixed ones are 1 and 2: the later field of 1 and the
///                                          earlier one of 2 make a whole picture together
/// ```
/// So a cadence is told by the place of the first mixed picture, 0…4. Where that is the last one, the
/// second is the first one of the next five, and here, too, the first one is mixed.
package struct FilmCadence: Hashable, Sendable {
  /// Of telecined pictures.
  package static let length = 5
  /// Of the pictures of film in them.
  package static let filmLength = 4

  /// 0…4
  package let firstMixed: Int

  /// What a picture of film is made of.
  package enum Parts: Hashable, Sendable {
    /// A picture among the five.
    case whole(Int)
    /// The later field of a picture and the earlier one of the next, which may be the first after the
    /// five.
    case woven(Int)
  }

  package init(firstMixed: Int) { self.firstMixed = firstMixed }

  /// What each of the four pictures of film is made of.
  package func parts(of number: Int) -> Parts {
    if firstMixed == 4 { return number < 3 ? .whole(number + 1) : .woven(4) }
    if number == firstMixed { return .woven(number) }
    return .whole(number < firstMixed ? number : number + 1)
  }

  /// The cadence whose pictures show the least combs; of several the one that begins first.
  ///
  /// - Parameters:
  ///   - whole: combs of each of the five pictures; 0 for one that there is not.
  ///   - woven: combs of the later field of each with the earlier one of the next.
  package init(whole: [Int], woven: [Int]) {
    let all = (0..<Self.length).map {
      FilmCadence(firstMixed: $0).combs(whole: whole, woven: woven)
    }
    firstMixed = all.firstIndex(of: all.min() ?? 0) ?? 0
  }

  /// Combs of all that it takes.
  package func combs(whole: [Int], woven: [Int]) -> Int {
    (0..<Self.filmLength).reduce(0) { sum, number in
      switch parts(of: number) {
      case .whole(let place): sum + (whole.indices.contains(place) ? whole[place] : 0)
      case .woven(let place): sum + (woven.indices.contains(place) ? woven[place] : 0)
      }
    }
  }
}
