import type { Document } from './documents'
import type { SourceFile } from './workspace'

/** Rooms that run as processes, and the kit that reads for them. */
const processes =
  /^(gateway\/src|svc-[a-z]+\/src|packages\/(?:service-kit|operations)\/src|packages\/dev-stack\/src\/servers)\//
const notProduct = /\.test\.ts$|(^|\/)testing\//
/** `NAME: z.string()` and the like, in the shape that an environment is parsed with. */
const variable = /^\s+([A-Z][A-Z0-9_]{2,}): (?:z\b|\w+\(|flag\b|list\b|origin\b)/gm
/** The first cell of a row, with one name or several. */
const row = /^\| (`[^|]*`)[^|]* \|/gm
const name = /`([A-Z][A-Z0-9_]{2,})`/g
/** Made for each domain: one of them stands for all. */
const ofEachDomain = /^(?:[A-Z]+)_(?:URL|REMOTE)$/

/** What processes read of their environment and the tables of OPERATIONS.md lack, and the reverse. */
export function settingFaults(sources: readonly SourceFile[], documents: readonly Document[]): string[] {
  const text = documents.find(({ path }) => path === 'OPERATIONS.md')?.text ?? ''
  const told = new Set(
    [...text.matchAll(row)].flatMap(([, cell = '']) => [...cell.matchAll(name)].map(match => match[1] ?? '')),
  )
  const read = new Map<string, string>()
  for (const { path, text: source } of sources.filter(each => processes.test(each.path) && !notProduct.test(each.path)))
    for (const [, found = ''] of source.matchAll(variable)) read.set(found, path)
  return [
    ...[...read]
      .filter(([each]) => !told.has(each))
      .map(([each, path]) => `OPERATIONS.md has no row for ${each} (${path})`),
    ...[...told]
      .filter(each => !read.has(each) && !ofEachDomain.test(each))
      .map(each => `OPERATIONS.md tells of ${each}, which no process reads`),
  ]
}
