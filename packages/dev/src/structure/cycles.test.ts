import { describe, expect, it } from 'vitest'
import { folderCycleFaults } from './cycles'

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map(specifier => `import { x } from '${specifier}'`).join('\n'),
})

describe('folderCycleFaults', () => {
  it('accepts sibling folders that import in one direction', () => {
    const sources = [
      file('svc-a/src/credit/verbs/send.ts', '../../accounts/rules/account'),
      file('svc-a/src/accounts/verbs/delete.ts', '../../ledger', '../rules/account'),
      file('svc-a/src/deps.ts', './accounts/store', './credit/routes'),
      file('svc-a/src/accounts/routes.ts', '../deps', './verbs/delete'),
    ]
    expect(folderCycleFaults(sources)).toEqual([])
  })

  it('reports a folder cycle of any length', () => {
    const sources = [
      file('svc-a/src/accounts/verbs/delete.ts', '../../sessions/end'),
      file('svc-a/src/sessions/end.ts', '../credit/read'),
      file('svc-a/src/credit/read.ts', '../accounts/rules/account'),
    ]
    expect(folderCycleFaults(sources)).toEqual(['svc-a/src: accounts → sessions → credit → accounts'])
  })

  it('reports a cycle between subfolders', () => {
    const sources = [
      file('svc-a/src/accounts/rules/account.ts', '../store/store'),
      file('svc-a/src/accounts/store/store.ts', '../rules/account'),
    ]
    expect(folderCycleFaults(sources)).toEqual(['svc-a/src/accounts: rules → store → rules'])
  })

  it('ignores folders of tests', () => {
    const sources = [
      file('svc-a/src/testing/world.ts', '../ledger/start'),
      file('svc-a/src/ledger/start.test.ts', '../testing/world'),
    ]
    expect(folderCycleFaults(sources)).toEqual([])
  })
})
