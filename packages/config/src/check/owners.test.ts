import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { domains } from '../domains'
import { ownersFile, ownersText } from './owners'

it('owners are those of the list of domains', () => {
  expect(readFileSync(new URL(`../../../../${ownersFile}`, import.meta.url), 'utf8')).toBe(ownersText(domains))
})

it('a domain names its team for its two rooms and its contracts', () => {
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
