// Package workspace reads and writes files on a disk.
//
//   - Workspace finds the files for paths on a command line (find.go; language.go: their language): named files, the files of a
//     module in a directory, and those in subdirectories, except files that .gitignore excludes
//     (ignore.go).
//   - Root is a directory that no path and no symbolic link can leave (root.go).
//   - Roots are the directories that a caller's paths may not leave (roots.go).
//   - Repository returns the enclosing directory that has a .git (repository.go).
//   - File is a file as it was read. New files have plain names (names.go). paths.go compares paths;
//     errors.go has errors in the user's words.
//   - Lock prevents others from writing to directories until their files have been read and
//     written (lock.go; held.go: the directories that it locks; reach.go: the directories above
//     them; lockdir_unix.go, lockdir_windows.go, flock_unix.go, flock_windows.go, flock_other.go,
//     lockfile.go: how a directory is locked).
//   - Lock.Write writes several files, all or none, and only if nobody else has
//     changed them since they were read (write.go; temp.go: files that are complete before they get
//     their names; sync.go: renames that survive a power failure). Lock.WriteAndMove also gives a
//     directory another path (move.go; moving.go: as a step of a write).
//
// A new file replaces the old one by a rename, so that readers see either the old or the new
// contents completely. The permissions, owner and extended attributes are kept (owner_unix.go,
// owner_other.go, attributes_unix.go, attributes_other.go, descriptor.go). Other names of the
// file (hard links) keep the old contents, and the writer reports this (flags_unix.go,
// flags_other.go: differences between systems).
//
// # Journals
//
// Before a write replaces files, it writes a journal (journal.go) into the deepest directory that
// contains all of them. For each file to be replaced, the journal contains its name and its old
// contents. When all files are replaced, the write removes the journal. If the process is killed in
// between, the next process that searches for files there finishes the write or undoes it
// (recover.go). That process finishes the write if at least one file has been replaced already and
// all new files are complete, and undoes it otherwise. It does not touch files that somebody else
// has changed in the meantime. A directory gets another path as the last step. A writer locks the directory with its journal until the write has
// ended. So, if a process finds a journal in a directory and can lock the directory, the write was
// interrupted.
//
// Commands look for journals in the directories whose files they read, and in the directories
// above. MCP servers do not look above their roots.
package workspace
