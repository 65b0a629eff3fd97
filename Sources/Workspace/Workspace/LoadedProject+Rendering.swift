package import ChunkStorage
package import GoldenTesting
package import PlanModel
import RenderPlanning
package import Rendering

extension LoadedProject {
  /// Reads the project's media, draws its texts and encodes.
  ///
  /// - Parameter plan: the project's, or a range of it.
  package func backend(for plan: RenderPlan) -> MediaBackend {
    MediaBackend(
      plan: plan, library: library,
      textSource: TitleTexts(renderer: texts, depth: plan.output.bitDepth, color: plan.output.color)
    )
  }

  /// The same for one worker that makes single frames while nothing else is to be done: the machine's
  /// cores decode together.
  package func backendOfSingleFrames(for plan: RenderPlan) -> MediaBackend {
    var backend = backend(for: plan)
    backend.decodingThreads = min(Machine.cores, 4)
    return backend
  }

  /// The pictures and the sound of the project, for comparing and testing.
  package func sources(for plan: RenderPlan) -> MovieSources {
    let backend = backend(for: plan)
    return MovieSources(
      images: { backend.makeImageSource() }, sound: { backend.makeAudioSource() },
      soundOfMix: { backend.makeAudioSource(ofMix: $0) }, texts: backend.textSource)
  }

  /// The kept chunks, or a store that keeps nothing after the render.
  ///
  /// - Parameters:
  ///   - output: the movie beside which chunks lie that are not kept.
  ///   - notice: told at most once why chunks are not kept.
  package func chunkStore(
    beside output: String, notice: @escaping @Sendable (String) -> Void
  ) -> DiskChunkStore {
    DiskChunkStore(folder: options.cache, beside: output, sources: hashes, notice: notice)
  }

  /// A store for chunks that are joined later; it fails where it cannot keep one.
  ///
  /// - Parameter folder: is made with its parents, when there is something to keep.
  package func chunkStore(keepingIn folder: String) -> DiskChunkStore {
    DiskChunkStore(keepingIn: folder, sources: hashes, program: RenderPlan.programContext)
  }

  /// A store for chunks that are joined later, kept by a program; it fails where that does not take one.
  ///
  /// - Parameter notice: told at most once that the program does not give what it may have.
  package func chunkStore(
    keptBy program: String, notice: @escaping @Sendable (String) -> Void
  ) -> ProgramChunkStore {
    ProgramChunkStore(program: program, sources: hashes, notice: notice)
  }

  /// Which versions of the program have made chunks that are missing to this one.
  ///
  /// - Parameter programs: those that have kept chunks in the store.
  package func otherPrograms(
    of lacks: [JoinResult.Lack], in plan: RenderPlan, _ store: any ChunkStore, _ programs: [String]
  ) -> [RenderPart: String] {
    let missing = lacks.filter { $0.reason == .missing }.map(\.part)
    var found: [RenderPart: String] = [:]
    for program in programs where program != RenderPlan.programContext && !missing.isEmpty {
      let other = session(
        for: plan, store: store, jobs: 1, cancellation: Cancellation(), program: program)
      for part in missing where other.isThere(part) { found[part] = program }
    }
    return found
  }

  /// A render of a plan, ready to be run.
  ///
  /// - Parameter program: the versions whose chunks are meant; those of this program where nothing is said.
  ///   Chunks of others can only be looked for.
  package func session(
    for plan: RenderPlan, store: any ChunkStore, jobs: Int, cancellation: Cancellation,
    program: String = RenderPlan.programContext
  ) -> RenderSession {
    let contexts = plan.contexts(texts: texts, program: program)
    var session = RenderSession(
      plan: plan, backend: backend(for: plan), store: store, jobs: jobs,
      cancellation: cancellation, context: { contexts[$0.index] },
      audioContext: program)
    session.clock = Machine.threadTime
    let counter = workCounter(of: plan)
    session.counter = counter
    if options.cache != nil { session.meter = WorkMeter(counter) }
    return session
  }
}
