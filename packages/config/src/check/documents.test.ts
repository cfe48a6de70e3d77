import { expect, it } from 'vitest'
import { documentFaults } from './documents'

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
