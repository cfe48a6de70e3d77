import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { namesOf } from './names'
import { renameSlice } from './slice'

const names = namesOf({ domain: 'reports', resource: 'price-list', plural: 'price-lists' })
const copyOf = (path: string) =>
  renameSlice(readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8'), names)

describe('renameSlice', () => {
  it.each([
    'packages/contracts/src/games/times.ts',
    'svc-games/src/times/routes.ts',
    'svc-games/src/times/time-store.ts',
    'svc-games/src/times/times.int.test.ts',
    'mf-games/src/times/calls.ts',
    'mf-games/src/times/time-list-page.tsx',
    'mf-games/src/times/time-create-page.tsx',
    'mf-games/src/times/times-pages.test.tsx',
  ])('leaves no trace of times or games in a copy of %s', path => {
    expect(copyOf(path).replace(/maxTimeMS/g, '')).not.toMatch(/(?<![a-z])times?(?![a-z])|Times?(?![a-z])|\bgames?\b/i)
  })

  it('imports only what a copy of calls.ts uses', () => {
    const copy = copyOf('mf-games/src/times/calls.ts')
    const imported = [...copy.matchAll(/import \{ (.+) \}/g)].flatMap(([, names = '']) => names.split(', '))
    expect(imported.filter(name => copy.split(new RegExp(`\\b${name}\\b`)).length < 3)).toEqual([])
  })

  it('writes the name of the resource in every spelling', () => {
    const contract = copyOf('packages/contracts/src/games/times.ts')
    for (const text of [
      'export const PriceList = ',
      'priceListApi',
      "'GET /price-lists'",
      "'Price list created successfully.'",
    ])
      expect(contract).toContain(text)
    expect(copyOf('svc-games/src/times/time-store.ts')).toContain("db.collection('price_lists')")
  })
})
