import Synchronization
import Testing
import Workers
import SeededNumbers

@testable import Rendering

@Suite(.timeLimit(.minutes(60))) struct RunQueueTests {
  @Test("every index is handed out once, whoever asks")
  func once() {
    for count in 0...20 {
      for workers in 1...6 {
        var generator = SeededGenerator(seed: UInt64(count * 10 + workers))
        let queue = RunQueue(count: count, workers: workers)
        var seen: [Int] = []
        while let index = queue.next(worker: generator.number(0...(workers - 1))) {
          seen.append(index)
        }
        #expect(seen.sorted() == Array(0..<count))
        for worker in 0..<workers { #expect(queue.next(worker: worker) == nil) }
      }
    }
  }

  @Test("workers that are equally fast get one run each")
  func evenRuns() {
    let queue = RunQueue(count: 12, workers: 3)
    var runs = [[Int]](repeating: [], count: 3)
    for _ in 0..<4 {
      for worker in 0..<3 { runs[worker].append(queue.next(worker: worker) ?? -1) }
    }
    #expect(runs == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])
  }

  @Test("a worker with nothing left takes the second half of the longest run")
  func stealing() {
    let queue = RunQueue(count: 12, workers: 2)
    // The first worker is slow: it has taken one of its six.
    #expect(queue.next(worker: 0) == 0)
    let fast = (0..<9).compactMap { _ in queue.next(worker: 1) }
    #expect(fast == [6, 7, 8, 9, 10, 11, 3, 4, 5])
    #expect(queue.next(worker: 0) == 1)
    #expect(queue.next(worker: 1) == 2)
    #expect(queue.next(worker: 0) == nil)
  }
}

@Suite(.timeLimit(.minutes(60))) struct CheapRunTests {
  /// Beginning costs nothing at every `distance`th place, and the more the farther behind one.
  private func entry(_ distance: Int) -> @Sendable (Int) -> Double {
    { Double($0 % distance) }
  }

  @Test(
    "runs begin where that costs nothing, near the even places, and at these where it always costs")
  func boundaries() {
    let queue = RunQueue(count: 80, workers: 2, entry: entry(7))
    #expect(queue.next(worker: 1) == 42)
    #expect(queue.next(worker: 0) == 0)
    let far = RunQueue(count: 80, workers: 2, entry: entry(100))
    // Five before the even place is the nearest of those within reach that costs least.
    #expect(far.next(worker: 1) == 35)
    let same = RunQueue(count: 80, workers: 2, entry: { _ in 3 })
    #expect(same.next(worker: 1) == 40)
  }

  @Test("what is taken from another worker begins there too")
  func stealing() {
    let queue = RunQueue(count: 80, workers: 2, entry: entry(7))
    for place in 0..<38 { #expect(queue.next(worker: 1) == 42 + place) }
    // 42 are left to the first worker: half is 21.
    #expect(queue.next(worker: 1) == 21)
  }

  @Test("every index is handed out once, whatever beginning costs")
  func once() {
    for count in 0...40 {
      for workers in 1...6 {
        var generator = SeededGenerator(seed: UInt64(count * 10 + workers))
        let costs = (0...count).map { _ in Double(generator.number(0...5)) }
        let queue = RunQueue(count: count, workers: workers) {
          costs.indices.contains($0) ? costs[$0] : 0
        }
        var seen: [Int] = []
        while let index = queue.next(worker: generator.number(0...(workers - 1))) {
          seen.append(index)
        }
        #expect(seen.sorted() == Array(0..<count))
      }
    }
  }
}

@Suite(.timeLimit(.minutes(60))) struct BoundedQueueTests {
  @Test("elements come out in order; the producer is never ahead by more than the capacity")
  func order() throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    let pushed = Atomic<Int>(0)
    let pool = try WorkerPool(threads: 1)
    pool.start {
      for number in 0..<500 {
        _ = queue.push(number)
        pushed.add(1, ordering: .sequentiallyConsistent)
      }
      queue.close()
    }
    var popped = 0
    while let number = queue.pop() {
      #expect(number == popped)
      popped += 1
      #expect(pushed.load(ordering: .sequentiallyConsistent) <= popped + 3)
    }
    pool.wait()
    #expect(popped == 500 && queue.pop() == nil && queue.pop() == nil)
  }

  @Test("closing wakes a producer that waits, and what was queued is still handed out")
  func closing() throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    let accepted = Monitor<[Bool]>([])
    let pool = try WorkerPool(threads: 1)
    pool.start {
      for number in 0..<5 {
        let isAccepted = queue.push(number)
        accepted.change { $0.append(isAccepted) }
      }
    }
    accepted.wait { $0.count == 2 ? () : nil }
    queue.close()
    pool.wait()
    #expect(accepted.change { $0 } == [true, true, false, false, false])
    #expect(queue.pop() == 0 && queue.pop() == 1 && queue.pop() == nil)
  }

  @Test("closing wakes a consumer that waits")
  func closingEmpty() throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    let pool = try WorkerPool(threads: 1)
    pool.start { #expect(queue.pop() == nil) }
    queue.close()
    pool.wait()
  }

  @Test("a queue may be let go while it is full")
  func release() {
    let queue = BoundedQueue<Int>(capacity: 2)
    #expect(queue.push(1) && queue.push(2))
  }
}

@Suite(.timeLimit(.minutes(60))) struct AudioBoardTests {
  private func chunk(_ number: Int) -> EncodedChunk {
    EncodedChunk(parameters: [], packets: [], frameCount: number)
  }

  @Test(
    "chunks of sound come out in order, whoever mixes them, and few are begun early",
    arguments: [1, 2, 4])
  func order(threads: Int) throws {
    let board = AudioBoard(count: 200, ahead: 3)
    let begun = Atomic<Int>(0)
    let pool = try WorkerPool(threads: threads)
    for _ in 0..<threads {
      pool.start {
        while let index = board.next() {
          begun.add(1, ordering: .sequentiallyConsistent)
          board.post(chunk(index), index)
        }
      }
    }
    for number in 0..<200 {
      #expect(board.pop()?.frameCount == number)
      #expect(begun.load(ordering: .sequentiallyConsistent) <= number + 1 + 3)
    }
    pool.wait()
    #expect(board.pop() == nil && board.next() == nil)
  }

  @Test("closing wakes those who mix and those who join")
  func closing() throws {
    let board = AudioBoard(count: 9, ahead: 1)
    #expect(board.next() == 0)
    let pool = try WorkerPool(threads: 2)
    pool.start { #expect(board.next() == nil) }
    pool.start { #expect(board.pop() == nil) }
    board.close()
    pool.wait()
    #expect(AudioBoard(count: 0, ahead: 1).pop() == nil)
  }
}
