export { BrokenArchiveError, readArchive } from './read-archive'
export { type ArchivePart, writeArchive } from './write-archive'
