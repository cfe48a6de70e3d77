import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, so that no worker is left alone with one of them at the end. Those that wait for draws
 * stand between those that keep a processor busy.
 */
const longest = [
  ...['lifecycle', 'games', 'control', 'bets', 'clearing', 'session', 'game-master', 'remotes', 'side-accounts'],
  ...['accessibility', 'exports', 'palette', 'operations', 'play'],
  ...['result-manipulation', 'concurrent-delete', 'rate-limiting'],
]

/** Orders files as vitest does, but on a machine that has no record of earlier runs, too, the longest come first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(nameOfProject))]
    const turnOf = (file: TestSpecification) => projects.indexOf(nameOfProject(file))
    return sorted.sort((a, b) => turnOf(a) - turnOf(b) || rankOf(a) - rankOf(b))
  }
}

const nameOfProject = ({ project }: TestSpecification) => project.name

function rankOf(file: TestSpecification): number {
  const [name = ''] = basename(file.moduleId).split('.', 1)
  const rank = ['api', 'e2e'].includes(nameOfProject(file)) ? longest.indexOf(name) : -1
  return rank < 0 ? longest.length : rank
}
