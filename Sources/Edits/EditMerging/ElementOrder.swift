/// The order of a list that both sides of a merge may have changed.
///
/// What neither side moved stands as it stood. What a side added or moved stands after the same
/// neighbour as on that side; of what both sides put after one neighbour, all of ours stands before
/// all of theirs.
///
/// ```
/// base    A   B   C            elements that nobody moved: A B C
/// ours    A x B   C            x after A
/// theirs  A y   B C            y after A
/// merged  A x y B C
/// ```
struct ElementOrder {
  /// One place in the merged list.
  struct Slot: Equatable {
    /// The element, of an addition of both sides the one of ours.
    var element: Int
    /// Whether it stands here for ours, and for theirs. What both sides moved to different places
    /// has two slots.
    var forOurs = true
    var forTheirs = true
  }

  private(set) var slots: [Slot] = []
  /// Additions of ours that theirs added too, and the element that each is in theirs.
  private(set) var twins: [Int: Int] = [:]

  /// Lists of elements; equal numbers are the same element, each at most once in a list.
  ///
  /// - Parameters:
  ///   - movedByOurs: elements of all three lists that ours has put elsewhere in its list.
  ///   - content: equal for equal content; what both sides add at one place is one element then.
  /// - Complexity: O(length of the lists).
  init(
    base: [Int], ours: [Int], theirs: [Int], movedByOurs: Set<Int>, movedByTheirs: Set<Int>,
    content: (Int) -> Int
  ) {
    let skeleton = base.filter { !movedByOurs.contains($0) && !movedByTheirs.contains($0) }
    var places: [Int: Int] = [:]
    for (index, element) in skeleton.enumerated() { places[element] = index + 1 }
    let inBase = Set(base)
    // What a side added or moved, in its order, and after how many of the skeleton it stands.
    func floats(_ side: [Int], _ moved: Set<Int>) -> [(element: Int, gap: Int)] {
      var gap = 0
      var result: [(element: Int, gap: Int)] = []
      for element in side {
        if let place = places[element] {
          gap = place
        } else if !inBase.contains(element) || moved.contains(element) {
          result.append((element, gap))
        }
      }
      return result
    }
    let fromOurs = floats(ours, movedByOurs)
    var fromTheirs = floats(theirs, movedByTheirs)
    var gapsOfOurs: [Int: Int] = [:]
    var waiting: [Addition: [Int]] = [:]
    for (element, gap) in fromOurs { gapsOfOurs[element] = gap }
    for (element, gap) in fromOurs.reversed() where !inBase.contains(element) {
      waiting[Addition(gap: gap, content: content(element)), default: []].append(element)
    }
    for index in fromTheirs.indices {
      let (element, gap) = fromTheirs[index]
      guard !inBase.contains(element), gapsOfOurs[element] == nil else { continue }
      let key = Addition(gap: gap, content: content(element))
      guard let same = waiting[key]?.popLast() else { continue }
      twins[same] = element
      fromTheirs[index].element = same
    }
    var gapsOfTheirs: [Int: Int] = [:]
    for (element, gap) in fromTheirs { gapsOfTheirs[element] = gap }
    var own = Array(repeating: (ours: [Int](), theirs: [Int]()), count: skeleton.count + 1)
    for (element, gap) in fromOurs { own[gap].ours.append(element) }
    for (element, gap) in fromTheirs { own[gap].theirs.append(element) }
    let gaps = own.indices.map { gap in
      Self.slots(
        own[gap].ours, own[gap].theirs,
        isOfTheirs: { gapsOfTheirs[$0] != nil }, isOfOurs: { gapsOfOurs[$0] != nil })
    }
    slots = gaps[0]
    for (index, element) in skeleton.enumerated() {
      slots.append(Slot(element: element))
      slots += gaps[index + 1]
    }
  }

  /// What stands between two of the skeleton: before each element that both have here what either has
  /// before it, ours first. What both have here in different orders has two slots.
  ///
  /// - Parameters:
  ///   - isOfTheirs: whether an element of ours is anywhere among what theirs has put somewhere.
  ///   - isOfOurs: the same of an element of theirs.
  private static func slots(
    _ ours: [Int], _ theirs: [Int], isOfTheirs: (Int) -> Bool, isOfOurs: (Int) -> Bool
  ) -> [Slot] {
    var places: [Int: Int] = [:]
    for (place, element) in theirs.enumerated() { places[element] = place }
    var result: [Slot] = []
    var next = 0
    func add(_ theirs: ArraySlice<Int>) {
      result += theirs.map { Slot(element: $0, forOurs: !isOfOurs($0)) }
    }
    for element in ours {
      guard let place = places[element], place >= next else {
        result.append(Slot(element: element, forTheirs: !isOfTheirs(element)))
        continue
      }
      add(theirs[next..<place])
      result.append(Slot(element: element))
      next = place + 1
    }
    add(theirs[next...])
    return result
  }

  private struct Addition: Hashable {
    var gap: Int
    var content: Int
  }
}
