import { posix } from 'node:path'

/** A name in backticks that looks like a file of ours. */
const fileName = /`([\w{}<>*/-][\w{}<>.*/-]*\.(?:tsx?|mjs|css))`/g
/** A folder, from the root or from a room: `src/times/`, `packages/e2e`, `svc-games/src/times`. */
const folderName = /`((?:src|packages|(?:svc|mf)-[a-z]+|shell|gateway)\/[\w./-]*?[\w-])\/?`/g
const placeholder = /[<>{}*]|(?:^|\/)dist(?:\/|$)/

/** A Markdown file, with its path below the repository's root. */
export type Document = { path: string; text: string }

/**
 * Files that a document names and that are not there. A name counts as found where some file ends with it: documents
 * name files from their room's folder, from `src` or by their last part.
 * @param files every file of the repository, relative to its root
 */
export function documentFaults(documents: readonly Document[], files: readonly string[]): string[] {
  const ends = new Set(files.flatMap(endsOf))
  const folders = new Set(files.flatMap(foldersOf))
  const isThere = (name: string, path: string) =>
    ends.has(name) || foldersOf(`${path}/x`).some(from => folders.has(posix.join(from, name))) || folders.has(name)
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(fileName), ...text.matchAll(folderName)]
      .map(([, name = '']) => posix.normalize(name).replace(/^(?:\.\.\/)+/, ''))
      .filter(name => !placeholder.test(name) && !isThere(name, path))
      .map(name => `${path} names ${name}, which is not there`),
  )
}

const mostSigns = 120

/** Lines that are too long to be read. */
export function lengthFaults(documents: readonly Document[]): string[] {
  return documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const signs = [...line].length
      // A command writes its figures into one row each, which cannot be broken.
      const isFigures = path.includes('/docs/') && line.startsWith('| ')
      return signs > mostSigns && !isFigures ? [`${path}:${at + 1} has ${signs} signs, ${mostSigns} at most`] : []
    }),
  )
}

/** `a/b/c.ts` ends with `a/b/c.ts`, `b/c.ts` and `c.ts`. */
const endsOf = (file: string) => {
  const parts = file.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}

const foldersOf = (file: string) => {
  const parts = file.split('/')
  return parts.map((_, to) => parts.slice(0, to).join('/')).slice(1)
}
