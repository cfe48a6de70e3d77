import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { domains } from '../domains'
import { ownersFile, ownersText } from './owners'

describe('CODEOWNERS', () => {
  it('matches the list of domains', () => {
    expect(readFileSync(new URL(`../../../../${ownersFile}`, import.meta.url), 'utf8')).toBe(ownersText(domains))
  })

  it('assigns service, remote and contracts to the team of their domain', () => {
    expect(
      ownersText([{ name: 'games', owner: '@cascade/games' }])
        .split('\n')
        .slice(2, -1),
    ).toEqual([
      '/mf-games/ @cascade/games',
      '/svc-games/ @cascade/games',
      '/packages/contracts/src/games/ @cascade/games',
    ])
  })
})
