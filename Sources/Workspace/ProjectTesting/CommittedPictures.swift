import Diagnostics
import FileSystem
import GitRepository
package import GoldenTesting
import PlanModel
package import Raster
package import Rendering
import TimelineModel
package import Workspace

/// A picture that was expected, and what is to be said of it.
package struct ExpectedPicture {
  /// `nil` where there is none.
  package var image: Image?
  /// Where it comes from, or why there is none; `nil` where that needs no words.
  var note: String?

  package init(image: Image? = nil, note: String? = nil) { (self.image, self.note) = (image, note) }
}

/// Frames of a tested movie as they were when its golden record was written, composed from the
/// project in git where no picture of them was kept. Used by one thread only.
package final class CommittedPictures {
  /// The project in a commit.
  private struct Version {
    var name: String
    /// `nil` where there is no movie of it.
    var images: TestImages?
    /// Why there is none.
    var problem: String?
  }

  private let path: String
  private let storage: any GoldenStorage
  private let projects: ProjectLoader
  private var found: Result<[Version], GitError>?

  /// Nothing is read before a picture is wanted.
  ///
  /// - Parameter path: the project's.
  package init(of path: String, storage: any GoldenStorage, _ projects: ProjectLoader) {
    self.path = path
    self.storage = storage
    var projects = projects
    // What is on the disk is locked as it is now.
    projects.options.isLocked = false
    self.projects = projects
  }

  /// A frame as it was: the one picture that has the hash of the record.
  ///
  /// Only what composing gives under that hash is shown. Media are those that are there now.
  package func expected(_ frame: Int, hash: ImageHash) throws(RenderError) -> ExpectedPicture {
    let versions: [Version]
    switch all() {
    case .success(let list): versions = list
    case .failure(let error): return ExpectedPicture(note: error.message)
    }
    var reason: String?
    for version in versions {
      guard let images = version.images else {
        reason = reason ?? version.problem
        continue
      }
      do throws(RenderError) {
        let image = try images.actual(frame)
        if ImageHash(image) == hash {
          return ExpectedPicture(
            image: try storage.asKept(image), note: "composed from \(version.name)")
        }
        reason = reason ?? "\(version.name) shows another picture with what is there today"
      } catch {
        reason = reason ?? "\(version.name): \(error.message)"
      }
    }
    return ExpectedPicture(note: reason ?? "no commit has it")
  }

  private func all() -> Result<[Version], GitError> {
    if let found { return found }
    let result: Result<[Version], GitError>
    do throws(GitError) { result = .success(try versions()) } catch { result = .failure(error) }
    found = result
    return result
  }

  /// The project when its golden record was last written, and in the last commit.
  private func versions() throws(GitError) -> [Version] {
    let (repository, name) = try Repository.containing(path)
    let bytes = (try? projects.read(path).bytes) ?? []
    let committed = try repository.committedPath(of: name, bytes) ?? repository.prefix + name
    let folderName = FileAccess.folderName(of: path)
    let record = GoldenNames(project: name, folderName: folderName).frames
    var revisions: [String] = []
    if let commit = try repository.commits(of: record).first { revisions.append(commit.hash) }
    revisions.append("HEAD")
    let files = try repository.files(
      revisions.map { RevisionPath(revision: $0, path: $0 == "HEAD" ? committed : "./" + name) })
    var known: Set<String> = []
    var versions: [Version] = []
    for (revision, file) in zip(revisions, files) {
      let name = revision == "HEAD" ? revision : "commit \(revision.prefix(8))"
      switch file {
      case .failure(let error):
        versions.append(Version(name: name, problem: error.message))
      case .success(let file) where known.insert(file.object).inserted:
        versions.append(version(name, SourceFile(path: path, bytes: file.bytes)))
      case .success: break
      }
    }
    return versions
  }

  private func version(_ name: String, _ file: SourceFile) -> Version {
    let project = projects.load(file)
    guard let plan = project.plan else {
      let error = project.diagnostics.first { $0.severity == .error }
      return Version(
        name: name, problem: "\(name): \(error?.message ?? "the project has errors")")
    }
    let subject = TestSubject(
      plan: plan, expectations: project.timeline?.expectations,
      names: GoldenNames(project: path, folderName: FileAccess.folderName(of: path)),
      sources: project.sources(for: plan), storage: storage)
    return Version(name: name, images: subject.pictures())
  }
}
