import { describe, expect, it } from 'vitest'
import { documentFaults, lengthFaults } from './documents'

const files = ['svc-a/src/times/time-store.ts', 'package.json']
const faultsOf = (text: string) => documentFaults([{ path: 'svc-a/README.md', text }], files)

describe('documentFaults', () => {
  it('finds a file by any suffix of its path', () => {
    expect(faultsOf('`svc-a/src/times/time-store.ts`, `times/time-store.ts`, `time-store.ts`')).toEqual([])
  })

  it('reports a missing file', () => {
    expect(faultsOf('See `times/list-times.ts`.')).toEqual([
      'svc-a/README.md names times/list-times.ts, which does not exist',
    ])
  })

  it('ignores patterns', () => {
    expect(faultsOf('`<thing>-store.ts`, `*.int.test.ts`, `features/{api,components}/x.ts`')).toEqual([])
  })

  it('finds a folder from the root or from a parent of the document', () => {
    expect(faultsOf('`svc-a/src/times`, `src/times/`')).toEqual([])
    expect(documentFaults([{ path: 'svc-b/README.md', text: '`src/times`' }], files)).toEqual([
      'svc-b/README.md names src/times, which does not exist',
    ])
  })

  it('reports long lines, except rows of generated tables', () => {
    expect(lengthFaults([{ path: 'WORDS.md', text: `\n${'a'.repeat(121)}` }])).toEqual([
      'WORDS.md:2 has 121 characters, maximum 120',
    ])
    expect(lengthFaults([{ path: 'packages/e2e/docs/runs.md', text: `| ${'a'.repeat(121)} |` }])).toEqual([])
  })
})
