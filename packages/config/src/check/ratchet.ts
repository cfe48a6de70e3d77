import { readFileSync, writeFileSync } from 'node:fs'
import { importedFiles } from './directions'
import type { SourceFile } from './workspace'

/** Counts that may only fall: who adds something takes something away, or writes down that it is worth it. */
export type Counts = {
  sourceFiles: number
  sourceLines: number
  /** Files of twenty lines and less that one other file imports. */
  smallFilesOfOneUser: number
  /** Names that a kit exports and that one room, or none, imports. */
  kitNamesOfOneRoom: number
}

const smallLines = 20
const kits = ['service-kit', 'web-kit', 'ui-kit']
const notSource = /\.test\.tsx?$|(^|\/)testing\/|^packages\/e2e\/|(^|\/)templates\//
const file = new URL('ratchet.json', import.meta.url)

export function ratchetFaults(sources: readonly SourceFile[]): string[] {
  const allowed = JSON.parse(readFileSync(file, 'utf8')) as Counts
  return compare(countsOf(sources), allowed)
}

export const writeCounts = (sources: readonly SourceFile[]) =>
  writeFileSync(file, `${JSON.stringify(countsOf(sources), null, 2)}\n`)

export function compare(now: Counts, allowed: Counts): string[] {
  const names = Object.keys(allowed) as (keyof Counts)[]
  const risen = names.filter(name => now[name] > allowed[name])
  const fallen = names.filter(name => now[name] < allowed[name])
  if (risen.length === 0 && fallen.length > 0)
    console.log(`Fewer ${fallen.join(', ')} than before: npm run check:domains -- --write`)
  return risen.map(
    name => `${name}: ${now[name]}, ${allowed[name]} before; take something away, or, if it is worth it, --write`,
  )
}

export function countsOf(sources: readonly SourceFile[]): Counts {
  const product = sources.filter(({ path }) => !notSource.test(path))
  const paths = new Set(product.map(({ path }) => path))
  const users = new Map<string, number>()
  for (const { path, text } of product)
    for (const used of new Set(importedFiles(path, text, paths))) users.set(used, (users.get(used) ?? 0) + 1)
  return {
    sourceFiles: product.length,
    sourceLines: product.reduce((sum, { text }) => sum + linesOf(text), 0),
    smallFilesOfOneUser: product.filter(({ path, text }) => linesOf(text) <= smallLines && users.get(path) === 1)
      .length,
    kitNamesOfOneRoom: kits.reduce((sum, kit) => sum + namesOfOneRoom(kit, sources), 0),
  }
}

const linesOf = (text: string) => text.trimEnd().split('\n').length

/** Entries of a kit are the files in its `src` itself; a room's tests count as users. */
function namesOfOneRoom(kit: string, sources: readonly SourceFile[]): number {
  const entries = sources.filter(({ path }) => new RegExp(`^packages/${kit}/src/[\\w-]+\\.tsx?$`).test(path))
  const given = new Set(entries.flatMap(({ text }) => namesIn(text, /export (?:type )?\{([^}]*)\}/g)))
  const rooms = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    if (path.startsWith(`packages/${kit}/`) || !text.includes(`@cascade/${kit}`)) continue
    const room = /^(?:packages\/)?[^/]+/.exec(path)?.[0] ?? ''
    const imports = new RegExp(`import (?:type )?\\{([^}]*)\\} from ['"]@cascade/${kit}(?:/[\\w-]+)?['"]`, 'g')
    for (const name of namesIn(text, imports)) rooms.set(name, (rooms.get(name) ?? new Set()).add(room))
  }
  return [...given].filter(name => (rooms.get(name)?.size ?? 0) <= 1).length
}

/** `a, type B, c as d` names a, B and d where it exports, and what it takes where it imports. */
const namesIn = (text: string, lists: RegExp) =>
  [...text.matchAll(lists)].flatMap(([all, list = '']) =>
    list.split(',').flatMap(part => {
      const [taken, given = taken] = part
        .replace('type ', '')
        .trim()
        .split(/\s+as\s+/)
      const name = all.startsWith('export') ? given : taken
      return name ? [name] : []
    }),
  )
