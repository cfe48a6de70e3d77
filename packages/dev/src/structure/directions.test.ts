import { describe, expect, it } from 'vitest'
import { directionFaults, importsOf, pathFaults } from './directions'

const faultsOf = (folder: string, ...names: string[]) =>
  directionFaults([
    {
      folder,
      manifest: { name: folder, dependencies: Object.fromEntries(names.map(name => [`@cascade/${name}`, '*'])) },
    },
  ])

describe('directionFaults', () => {
  it.each([
    ['svc-accounts', 'service-kit'],
    ['svc-reports', 'files'],
    ['mf-live', 'ui-kit'],
    ['shell', 'web-kit'],
    ['packages/ui-kit', 'web-kit'],
    ['packages/draw-rules', 'contracts'],
  ])('allows %s to depend on %s', (folder, name) => {
    expect(faultsOf(folder, name)).toEqual([])
  })

  it.each([
    ['svc-accounts', 'svc-games'],
    ['svc-accounts', 'web-kit'],
    ['svc-accounts', 'dev'],
    ['mf-live', 'mf-games'],
    ['mf-live', 'service-kit'],
    ['shell', 'mf-accounts'],
    ['gateway', 'svc-accounts'],
    ['packages/web-kit', 'ui-kit'],
    ['packages/contracts', 'service-kit'],
    ['packages/draw-rules', 'service-kit'],
    ['packages/ui-kit', 'draw-rules'],
  ])('reports %s that depends on %s', (folder, name) => {
    expect(faultsOf(folder, name)).toHaveLength(1)
  })

  it('allows dev and external packages as devDependencies', () => {
    const devDependencies = { '@cascade/dev': '*', vitest: '4.1.12' }
    expect(directionFaults([{ folder: 'svc-live', manifest: { name: 'svc-live', devDependencies } }])).toEqual([])
  })

  it('reports a workspace of an unknown kind', () => {
    expect(faultsOf('packages/misc')).toHaveLength(1)
  })
})

describe('pathFaults', () => {
  const faults = (path: string, specifier: string) =>
    pathFaults(['mf-live', 'packages/load'], [{ path, text: `import { x } from '${specifier}'\n` }])

  it('reports a relative import into another workspace', () => {
    expect(faults('mf-live/src/a/b.ts', '../../../mf-games/src/remote')).toHaveLength(1)
    expect(faults('mf-live/src/a/b.ts', '../../remote.json')).toEqual([])
  })

  it('allows a benchmark to import functions of a service', () => {
    expect(faults('packages/load/src/a/b.ts', '../../../../svc-accounts/src/ledger')).toEqual([])
  })
})

describe('importsOf', () => {
  it('finds every kind of import', () => {
    const source = [
      "import a from 'a'",
      'import "b"',
      "export * from 'c'",
      "const d = await import('d')",
      "import type {\n  E,\n} from 'e'",
    ].join('\n')
    expect(importsOf(source)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
