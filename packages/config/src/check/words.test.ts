import { expect, it } from 'vitest'
import { wordFaults } from './words'

const faultsOf = (text: string, path = 'svc-a/src/times/time-store.ts') => wordFaults([{ path, text }])
const dots = '...'

it('lets a type be called by what it is', () => {
  expect(faultsOf('type Time = { seconds: number }\nconst parts = [1]')).toEqual([])
  expect(faultsOf(`type ${'Parts'} = { seconds: number }`)).toEqual([
    `svc-a/src/times/time-store.ts: a type ${'Parts'}; name the thing`,
  ])
})

it('lets no word come back that was given up, in a file or in what it exports', () => {
  expect(faultsOf('export const rebuild = 1\nconst makeAnew = 2')).toEqual([])
  expect(faultsOf(`export function ${'makeAnew'}() {}`, 'svc-a/src/holder-lease.test.ts')).toEqual([
    'svc-a/src/holder-lease.test.ts: holder-lease was given up: lease',
    'svc-a/src/holder-lease.test.ts: make-anew was given up: rebuild',
  ])
})

it('lets no literal be spread into another', () => {
  expect(faultsOf(`const a = { ${dots}b, c }`)).toEqual([])
  expect(faultsOf(`const a = { ${dots}{ b, c } }`)).toEqual([
    'svc-a/src/times/time-store.ts: a literal is spread into another; write its properties',
  ])
})
