import { posix } from 'node:path'

const fileName = /`([\w{}<>*/-][\w{}<>.*/-]*\.(?:tsx?|mjs|css))`/g
/** A folder, from the root or from a workspace: `src/times/`, `packages/e2e`, `svc-games/src/times`. */
const folderName = /`((?:src|packages|(?:svc|mf)-[a-z]+|shell|gateway)\/[\w./-]*?[\w-])\/?`/g
const placeholder = /[<>{}*]|(?:^|\/)dist(?:\/|$)/

/** A Markdown file, with its path below the repository's root. */
export type Document = { path: string; text: string }

/**
 * Missing files and folders named in documents. A name is found if some path ends with it, as documents name files
 * relative to their workspace, to `src` or by file name.
 * @param files every file of the repository, relative to its root
 */
export function documentFaults(documents: readonly Document[], files: readonly string[]): string[] {
  const suffixes = new Set(files.flatMap(suffixesOf))
  const folders = new Set(files.flatMap(foldersOf))
  const exists = (name: string, path: string) =>
    suffixes.has(name) || foldersOf(`${path}/x`).some(from => folders.has(posix.join(from, name))) || folders.has(name)
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(fileName), ...text.matchAll(folderName)]
      .map(([, name = '']) => posix.normalize(name).replace(/^(?:\.\.\/)+/, ''))
      .filter(name => !placeholder.test(name) && !exists(name, path))
      .map(name => `${path} names ${name}, which does not exist`),
  )
}

const lineLengthMax = 120

export function lengthFaults(documents: readonly Document[]): string[] {
  return documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const length = [...line].length
      // Rows of generated tables cannot be wrapped.
      const isFigures = path.includes('/docs/') && line.startsWith('| ')
      return length > lineLengthMax && !isFigures
        ? [`${path}:${at + 1} has ${length} characters, maximum ${lineLengthMax}`]
        : []
    }),
  )
}

/** `a/b/c.ts` ends with `a/b/c.ts`, `b/c.ts` and `c.ts`. */
const suffixesOf = (file: string) => {
  const parts = file.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}

const foldersOf = (file: string) => {
  const parts = file.split('/')
  return parts.map((_, to) => parts.slice(0, to).join('/')).slice(1)
}
