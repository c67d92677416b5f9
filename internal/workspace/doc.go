// Package workspace reads and writes files on a disk.
//
//   - Workspace finds the files that paths on a command line stand for (find.go): the
//     files that are named, and in directories those of a module; below them, except what
//     .gitignore names (ignore.go).
//   - Root is a directory that no path and no symbolic link leads out of (root.go).
//   - Roots are the directories that a caller's paths may not leave (roots.go).
//   - Repository is the directory around a path that has a .git (repository.go).
//   - File is a file as it was read. New files have plain names (names.go).
//   - Lock keeps directories from being written by others, from before their files are
//     read until they are written (lock.go; flock_unix.go, flock_windows.go,
//     flock_other.go, lockfile.go: how a directory is locked).
//   - Lock.Write writes several files, all or none, and none that somebody else changed
//     since it was read (write.go).
//
// A file is replaced by another that takes its name, so that whoever reads it sees the
// old contents or the new, whole. Its permissions, owner and extended attributes are kept
// (owner_unix.go, owner_other.go, attributes_unix.go, attributes_other.go, descriptor.go).
// Its other names (hard links) keep the old contents, which is told (flags_unix.go,
// flags_other.go: what systems differ in).
//
// # Journals
//
// Before a write replaces files it writes a journal (journal.go) into the directory that
// all of them are in or below: which new file replaces which, and the old contents. It
// removes the journal when it is done. If the process is killed in between, the next one
// that looks for files there finishes the write or undoes it (recover.go): it finishes it
// if a file has been replaced and all new files are whole, and undoes it otherwise. What
// somebody else has changed meanwhile stays as it is. A writer has the directory of its
// journal locked, so that a journal whose directory can be locked is left over.
//
// Commands look for journals in the directories whose files they read, and in those above;
// MCP servers not above their roots.
package workspace
