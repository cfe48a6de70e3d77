import type { Document } from './documents'
import type { SourceFile } from './workspace'

const processes =
  /^(gateway\/src|svc-[a-z]+\/src|packages\/(?:service-kit|operations)\/src|packages\/dev\/src\/servers)\//
const notProduct = /\.test\.ts$|(^|\/)testing\//
/** A variable in an environment schema, e.g. `NAME: z.string()`. */
const variable = /^\s+([A-Z][A-Z0-9_]{2,}): (?:z\b|\w+\(|flag\b|list\b|origin\b)/gm
/** The first cell of a table row, with one or more names. */
const row = /^\| (`[^|]*`)[^|]* \|/gm
const name = /`([A-Z][A-Z0-9_]{2,})`/g
/** Defined per domain; one row documents all. */
const ofEachDomain = /^(?:[A-Z]+)_(?:URL|REMOTE)$/

/** Environment variables without a row in OPERATIONS.md, and rows without a variable. */
export function settingFaults(sources: readonly SourceFile[], documents: readonly Document[]): string[] {
  const text = documents.find(({ path }) => path === 'OPERATIONS.md')?.text ?? ''
  const documented = new Set(
    [...text.matchAll(row)].flatMap(([, cell = '']) => [...cell.matchAll(name)].map(match => match[1] ?? '')),
  )
  const read = new Map<string, string>()
  for (const { path, text: source } of sources.filter(each => processes.test(each.path) && !notProduct.test(each.path)))
    for (const [, found = ''] of source.matchAll(variable)) read.set(found, path)
  return [
    ...[...read]
      .filter(([each]) => !documented.has(each))
      .map(([each, path]) => `OPERATIONS.md has no row for ${each} (${path})`),
    ...[...documented]
      .filter(each => !read.has(each) && !ofEachDomain.test(each))
      .map(each => `OPERATIONS.md documents ${each}, which no process reads`),
  ]
}
