import { expect, it } from 'vitest'
import { commandFaults } from './commands'

const house = {
  scripts: { build: 'x' },
  rooms: [{ folder: 'mf-a', manifest: { name: '@cascade/mf-a', scripts: { 'dev:alone': 'x' } } }],
  projects: ['unit', 'web'],
  files: ['README.md', 'svc-a/README.md', 'svc-a/src/times.test.ts', 'svc-a/src/times.ts'],
}
const documents = [{ path: 'README.md', text: '# A house\n\n## Its rooms, in short' }]
const faultsOf = (text: string) =>
  commandFaults([...documents, { path: 'svc-a/README.md', text }], house).map(fault => fault.split(' names ')[1])

it('knows the scripts of the root and of rooms', () => {
  expect(faultsOf('`npm run build`, `npm run dev:alone -w mf-a`, `npm run dev:alone -w @cascade/mf-a`')).toEqual([])
  expect(faultsOf('`npm run gone`, `npm run build -w mf-a`')).toEqual([
    'npm run gone, which is not there',
    'npm run build -w mf-a, which is not there',
  ])
})

it('knows projects and tests', () => {
  expect(faultsOf('`npx vitest run --project unit --project web svc-a` # all')).toEqual([])
  expect(faultsOf('`npx vitest run --project int svc-a/src/times.ts`')).toEqual([
    "vitest's int, which is not there",
    "vitest's svc-a/src/times.ts, which is not there",
  ])
})

it('follows links and their headings', () => {
  expect(faultsOf('[a](../README.md) [b](../README.md#its-rooms-in-short) [c](https://a.test/x)')).toEqual([])
  expect(faultsOf('[a](gone.md) [b](../README.md#gone)')).toEqual([
    'the link gone.md, which is not there',
    'the heading ../README.md#gone, which is not there',
  ])
})
