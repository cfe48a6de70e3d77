import { expect, it } from 'vitest'
import { folderSizeFaults } from './folder-sizes'

const modules = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/part-${index}.ts`, text: '' }))
const tests = modules('svc-a/src/store', 5).map(({ path }) => ({ path: path.replace('.ts', '.test.ts'), text: '' }))

it('lets a folder have twenty modules, their tests and folders within apart', () => {
  const sources = [...modules('svc-a/src/store', 20), ...tests, ...modules('svc-a/src/store/lists', 20)]
  expect(folderSizeFaults(sources)).toEqual([])
})

it('names a folder with more', () => {
  expect(folderSizeFaults(modules('svc-a/src/store', 21))).toEqual([
    'svc-a/src/store: 21 modules, 20 at most; folders within say what is where',
  ])
})
