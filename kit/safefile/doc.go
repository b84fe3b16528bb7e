// Package safefile opens and reads files of which nobody knows who made them.
//
// Only regular files are read: a pipe, a device or a socket is refused without
// waiting for it. Every read has a limit, so that neither a sparse file of
// terabytes nor one that grows while it is read takes more memory than that.
//
// A Folder is the one policy for symbolic links that reading and writing share:
// they are followed inside the folder, and refused with a LinkError that names
// the link where they lead out of it. It works on an os.Root, so that a link that
// is put into a path between a check and its use leads nowhere either.
//
// The package knows nothing else of Weft and may be used by every layer.
package safefile
