import { describe, expect, it } from 'vitest'
import { circleFaults, fileCircleFaults } from './circles'

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map(specifier => `import { x } from '${specifier}'`).join('\n'),
})

describe('folders', () => {
  it('beside each other lead in one direction', () => {
    const sources = [
      file('svc-a/src/credit/verbs/send.ts', '../../accounts/rules/account'),
      file('svc-a/src/accounts/verbs/delete.ts', '../../ledger', '../rules/account'),
      file('svc-a/src/deps.ts', './accounts/store', './credit/routes'),
      file('svc-a/src/accounts/routes.ts', '../deps', './verbs/delete'),
    ]
    expect(circleFaults(sources)).toEqual([])
  })

  it('are named when they come back to themselves, however far they go', () => {
    const sources = [
      file('svc-a/src/accounts/verbs/delete.ts', '../../sessions/end'),
      file('svc-a/src/sessions/end.ts', '../credit/read'),
      file('svc-a/src/credit/read.ts', '../accounts/rules/account'),
    ]
    expect(circleFaults(sources)).toEqual(['svc-a/src: accounts → sessions → credit → accounts'])
  })

  it('within an aggregate are held too', () => {
    const sources = [
      file('svc-a/src/accounts/rules/account.ts', '../store/store'),
      file('svc-a/src/accounts/store/store.ts', '../rules/account'),
    ]
    expect(circleFaults(sources)).toEqual(['svc-a/src/accounts: rules → store → rules'])
  })

  it('of tests may look at everything', () => {
    const sources = [
      file('svc-a/src/testing/world.ts', '../ledger/start'),
      file('svc-a/src/ledger/start.test.ts', '../testing/world'),
    ]
    expect(circleFaults(sources)).toEqual([])
  })
})

describe('files', () => {
  it('lead nowhere in a circle, however far they go', () => {
    const sources = [
      file('mf-a/src/times/list.tsx', './calls', '../texts'),
      file('mf-a/src/times/calls.ts', '../address'),
      file('mf-a/src/address/index.ts', '../times/list'),
      file('mf-a/src/texts.ts'),
    ]
    expect(fileCircleFaults(sources)).toEqual([
      'files in a circle: mf-a/src/times/list.tsx → mf-a/src/times/calls.ts → mf-a/src/address/index.ts → mf-a/src/times/list.tsx',
    ])
  })

  it('of tests may import what they test', () => {
    const sources = [file('mf-a/src/list.ts', './testing/world'), file('mf-a/src/testing/world.ts', '../list')]
    expect(fileCircleFaults(sources)).toEqual([])
  })
})
