import { posix } from 'node:path'

/** A name in backticks that looks like a file of ours. */
const fileName = /`([\w{}<>*/-][\w{}<>.*/-]*\.(?:tsx?|mjs|css))`/g
const placeholder = /[<>{}*]/

/** A Markdown file, with its path below the repository's root. */
export type Document = { path: string; text: string }

/**
 * Files that a document names and that are not there. A name counts as found where some file ends with it: documents
 * name files from their room's folder, from `src` or by their last part.
 * @param files every file of the repository, relative to its root
 */
export function documentFaults(documents: readonly Document[], files: readonly string[]): string[] {
  const ends = new Set(files.flatMap(endsOf))
  return documents.flatMap(({ path, text }) =>
    Array.from(text.matchAll(fileName), match => posix.normalize(match[1] ?? ''))
      .filter(name => !placeholder.test(name) && !ends.has(name.replace(/^(?:\.\.\/)+/, '')))
      .map(name => `${path} names ${name}, which is not there`),
  )
}

/** `a/b/c.ts` ends with `a/b/c.ts`, `b/c.ts` and `c.ts`. */
const endsOf = (file: string) => {
  const parts = file.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}
