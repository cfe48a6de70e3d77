import { describe, expect, it } from 'vitest'
import { commandFaults } from './commands'

const index = {
  scripts: { build: 'x' },
  workspaces: [{ folder: 'mf-a', manifest: { name: '@cascade/mf-a', scripts: { 'dev:alone': 'x' } } }],
  projects: ['unit', 'web'],
  files: ['README.md', 'svc-a/README.md', 'svc-a/src/times.test.ts', 'svc-a/src/times.ts'],
}
const documents = [{ path: 'README.md', text: '# Example\n\n## Its parts, in short' }]
const faultsOf = (text: string) =>
  commandFaults([...documents, { path: 'svc-a/README.md', text }], index).map(fault => fault.split(' names ')[1])

describe('commandFaults', () => {
  it('finds scripts of the root and of workspaces', () => {
    expect(faultsOf('`npm run build`, `npm run dev:alone -w mf-a`, `npm run dev:alone -w @cascade/mf-a`')).toEqual([])
    expect(faultsOf('`npm run gone`, `npm run build -w mf-a`')).toEqual([
      'npm run gone, which does not exist',
      'npm run build -w mf-a, which does not exist',
    ])
  })

  it('finds vitest projects and tests', () => {
    expect(faultsOf('`npx vitest run --project unit --project web svc-a` # all')).toEqual([])
    expect(faultsOf('`npx vitest run --project int svc-a/src/times.ts`')).toEqual([
      "vitest's int, which does not exist",
      "vitest's svc-a/src/times.ts, which does not exist",
    ])
  })

  it('checks links and their headings', () => {
    expect(faultsOf('[a](../README.md) [b](../README.md#its-parts-in-short) [c](https://a.test/x)')).toEqual([])
    expect(faultsOf('[a](gone.md) [b](../README.md#gone)')).toEqual([
      'the link gone.md, which does not exist',
      'the heading ../README.md#gone, which does not exist',
    ])
  })
})
