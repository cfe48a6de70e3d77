import { posix } from 'node:path'
import { importedFiles, importsOf } from './directions'
import type { SourceFile } from './workspace'

/** Rooms whose folders are held to one direction; a room joins when it has none that lead in a circle. */
const held = /^(svc-[a-z]+|packages\/service-kit)\//
const testFile = /\.test\.tsx?$|(^|\/)testing\//

/** Files that import each other in a circle, be it only a type: then no one of them can be read alone. */
export function fileCircleFaults(sources: readonly SourceFile[]): string[] {
  const product = sources.filter(({ path }) => !testFile.test(path))
  const paths = new Set(product.map(({ path }) => path))
  const graph = new Map(product.map(({ path, text }) => [path, new Set(importedFiles(path, text, paths))]))
  return circlesOf(graph).map(circle => `files in a circle: ${circle.join(' → ')}`)
}

/** Folders beside each other in a room that import each other in a circle: then no one of them can be read alone. */
export function circleFaults(sources: readonly SourceFile[]): string[] {
  const uses = new Map<string, Map<string, Set<string>>>()
  for (const { path, text } of sources) {
    if (!held.test(path) || testFile.test(path)) continue
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith('.')) continue
      const folder = posix.dirname(path)
      const pair = siblingsOf(folder, posix.dirname(posix.join(folder, specifier)))
      if (pair) usesOf(uses, pair.parent, pair.from).add(pair.to)
    }
  }
  return [...uses].flatMap(([parent, graph]) => circlesOf(graph).map(circle => `${parent}: ${circle.join(' → ')}`))
}

/** The two folders, beside each other, in which a file and what it imports stand; undefined within one folder. */
function siblingsOf(folder: string, target: string): { parent: string; from: string; to: string } | undefined {
  const [own, other] = [folder.split('/'), target.split('/')]
  const at = own.findIndex((name, index) => name !== other[index])
  const [from, to] = [own[at], other[at]]
  return from && to ? { parent: own.slice(0, at).join('/'), from, to } : undefined
}

function usesOf(uses: Map<string, Map<string, Set<string>>>, parent: string, from: string): Set<string> {
  const graph = uses.get(parent) ?? new Map<string, Set<string>>()
  uses.set(parent, graph)
  const used = graph.get(from) ?? new Set<string>()
  graph.set(from, used)
  return used
}

/** One circle for each folder that comes back to itself, the shortest, named once. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found = new Map<string, string[]>()
  for (const start of graph.keys()) {
    const circle = wayBack(graph, start)
    const name = circle ? [...circle].sort().join() : ''
    if (circle && !found.has(name)) found.set(name, [...circle, start])
  }
  return [...found.values()]
}

function wayBack(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[start]]
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}
