// Package workspace is files on a disk, for whoever reads and writes code there.
//
//   - Workspace: finds the files that paths on a command line stand for (find.go):
//     those named, and in directories those that make up a module; below them, with
//     what .gitignore names left out (ignore.go).
//   - Root: a directory that no path and no symbolic link leads out of (root.go).
//   - Roots: the directories that a caller's paths may not leave (roots.go).
//   - File: a file as it was read. Write writes several of them anew, all or none, and
//     none that somebody else changed since (write.go).
//
// A file is written by another that takes its name, so that whoever reads it sees the
// old contents or the new, whole. Its permissions and owner stay; hard links to it,
// and what else a file system keeps of a file, do not.
package workspace
