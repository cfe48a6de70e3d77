import { posix } from 'node:path'
import { importsOf } from './directions'
import type { SourceFile } from './workspace'

/** Workspaces whose folders must not import each other in a cycle. Add a workspace once it has no cycles. */
const checkedFolders = /^(gateway|svc-[a-z]+|packages\/service-kit)\//
const testFile = /\.test\.tsx?$|(^|\/)testing\//

/** Folders of a workspace that import each other in a cycle. The linter finds cycles of files. */
export function folderCycleFaults(sources: readonly SourceFile[]): string[] {
  const uses = new Map<string, Map<string, Set<string>>>()
  for (const { path, text } of sources) {
    if (!checkedFolders.test(path) || testFile.test(path)) continue
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith('.')) continue
      const folder = posix.dirname(path)
      const siblings = siblingsOf(folder, posix.dirname(posix.join(folder, specifier)))
      if (siblings) usesOf(uses, siblings.parent, siblings.from).add(siblings.to)
    }
  }
  return [...uses].flatMap(([parent, graph]) => findCycles(graph).map(cycle => `${parent}: ${cycle.join(' → ')}`))
}

/** The sibling folders of a file and its import; undefined if both are in the same folder. */
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

/** The shortest cycle through each node, each cycle once. */
function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found = new Map<string, string[]>()
  for (const start of graph.keys()) {
    const cycle = shortestCycle(graph, start)
    const name = cycle ? [...cycle].sort().join() : ''
    if (cycle && !found.has(name)) found.set(name, [...cycle, start])
  }
  return [...found.values()]
}

function shortestCycle(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const visited = new Set<string>()
  const paths = [[start]]
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path
      if (!visited.has(next)) paths.push([...path, next])
      visited.add(next)
    }
  }
  return undefined
}
