import { expect, it } from 'vitest'
import { compare, countsOf } from './ratchet'

const file = (path: string, text: string) => ({ path, text })

const kit = '@cascade/web-kit'
const ofKit = (names: string) => `import { ${names} } from '${kit}'\n`

it('counts files, lines, small files of one user, and what a kit exports for one room', () => {
  const sources = [
    file('packages/web-kit/src/index.ts', "export { a, type B } from './a'\nexport { c as d } from './c'\n"),
    file('packages/web-kit/src/a.ts', 'export const a = 1\n'),
    file('packages/web-kit/src/c.ts', `export const c = 1\n${'//\n'.repeat(20)}`),
    file('mf-a/src/list.ts', ofKit('a, type B')),
    file('mf-b/src/list.ts', ofKit('a, d')),
    file('mf-b/src/list.test.ts', "import './list'\n"),
  ]
  expect(countsOf(sources)).toEqual({
    sourceFiles: 5,
    sourceLines: 26,
    smallFilesOfOneUser: 1,
    kitNamesOfOneRoom: 2,
  })
})

it('lets counts fall and never rise', () => {
  const allowed = { sourceFiles: 5, sourceLines: 100, smallFilesOfOneUser: 1, kitNamesOfOneRoom: 2 }
  expect(compare({ ...allowed, sourceLines: 90 }, allowed)).toEqual([])
  expect(compare({ ...allowed, sourceLines: 90, sourceFiles: 6 }, allowed)).toEqual([
    'sourceFiles: 6, 5 before; take something away, or, if it is worth it, --write',
  ])
})
