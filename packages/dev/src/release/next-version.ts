const steps: readonly string[] = ['major', 'minor', 'patch']

/**
 * The version of a release.
 * @param word a version, or `major`, `minor`, `patch`
 * @throws Error if it is neither, or lower than `current`
 */
export function nextVersion(current: string, word: string): string {
  const numbers = current.split('.').map(Number)
  const at = steps.indexOf(word)
  if (at >= 0) return numbers.map((number, place) => (place === at ? number + 1 : place > at ? 0 : number)).join('.')
  if (!/^\d+\.\d+\.\d+$/.test(word)) throw new Error(`A release is named 1.2.3, or ${steps.join(', ')}: not "${word}".`)
  const requested = word.split('.').map(Number)
  const differs = requested.findIndex((number, place) => number !== numbers[place])
  if (differs >= 0 && Number(requested[differs]) < Number(numbers[differs]))
    throw new Error(`${word} is before ${current}.`)
  return word
}

const heading = '## Unreleased\n'

/** Moves the unreleased changes under a version. @throws Error if there are none */
export function releaseChanges(changes: string, version: string, day: string): string {
  const start = changes.indexOf(heading)
  const [own = ''] = start < 0 ? [] : changes.slice(start + heading.length).split('\n## ')
  if (own.trim() === '') throw new Error('CHANGELOG.md says nothing below "## Unreleased".')
  return changes.replace(heading, `${heading}\n## ${version} (${day})\n`)
}
