import { describe, expect, it } from 'vitest'
import { nextVersion, releaseChanges } from './next-version'

describe('nextVersion', () => {
  it.each([
    ['patch', '1.2.4'],
    ['minor', '1.3.0'],
    ['major', '2.0.0'],
    ['1.2.3', '1.2.3'],
    ['1.10.0', '1.10.0'],
  ])('resolves %s after 1.2.3 to %s', (word, next) => {
    expect(nextVersion('1.2.3', word)).toBe(next)
  })

  it.each(['1.2.2', '0.9.9', 'v1.3.0', '1.3', ''])('rejects %s after 1.2.3', word => {
    expect(() => nextVersion('1.2.3', word)).toThrow(/is before|is named/)
  })
})

describe('releaseChanges', () => {
  const changes = '# Changes\n\n## Unreleased\n\n### A day\n\nNew.\n\n## 1.0.0 (2026-01-01)\n\nOld.\n'

  it('moves the unreleased changes under the version', () => {
    expect(releaseChanges(changes, '1.1.0', '2026-02-01')).toBe(
      changes.replace('## Unreleased\n', '## Unreleased\n\n## 1.1.0 (2026-02-01)\n'),
    )
  })

  it('rejects a release without changes', () => {
    const released = releaseChanges(changes, '1.1.0', '2026-02-01')
    expect(() => releaseChanges(released, '1.2.0', '2026-02-02')).toThrow('says nothing')
  })
})
