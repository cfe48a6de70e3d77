import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest files, started first so that no worker is left with one at the end. Files that wait for draws alternate
 * with CPU-bound ones.
 */
const longest = [
  ...['screens', 'games', 'surfaces', 'lifecycle', 'play', 'lost-responses', 'master-on-a-phone', 'keyboard'],
  ...['monitoring', 'result-manipulation', 'clearing', 'rate-limiting', 'concurrent-delete', 'player-client'],
]

/** Like the Vitest order, but puts the slowest files first even without records of earlier runs. */
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
