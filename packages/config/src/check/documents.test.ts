import { expect, it } from 'vitest'
import { documentFaults, lengthFaults } from './documents'

const files = ['svc-a/src/times/time-store.ts', 'package.json']
const faultsOf = (text: string) => documentFaults([{ path: 'svc-a/README.md', text }], files)

it('finds files by any end of their path', () => {
  expect(faultsOf('`svc-a/src/times/time-store.ts`, `times/time-store.ts`, `time-store.ts`')).toEqual([])
})

it('names a file that is gone', () => {
  expect(faultsOf('See `times/list-times.ts`.')).toEqual([
    'svc-a/README.md names times/list-times.ts, which is not there',
  ])
})

it('lets patterns pass', () => {
  expect(faultsOf('`<thing>-store.ts`, `*.int.test.ts`, `features/{api,components}/x.ts`')).toEqual([])
})

it('finds folders from the root, or from one above the document', () => {
  expect(faultsOf('`svc-a/src/times`, `src/times/`')).toEqual([])
  expect(documentFaults([{ path: 'svc-b/README.md', text: '`src/times`' }], files)).toEqual([
    'svc-b/README.md names src/times, which is not there',
  ])
})

it('names lines that are too long to be read, but no rows of figures', () => {
  expect(lengthFaults([{ path: 'WORDS.md', text: `\n${'a'.repeat(121)}` }])).toEqual([
    'WORDS.md:2 has 121 signs, 120 at most',
  ])
  expect(lengthFaults([{ path: 'packages/e2e/docs/runs.md', text: `| ${'a'.repeat(121)} |` }])).toEqual([])
})
