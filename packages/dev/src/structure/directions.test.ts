import { describe, expect, it } from 'vitest'
import { directionFaults, importsOf } from './directions'

const from = (specifier: string) => `import { x } from '${specifier}'\n`

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

describe('directionFaults', () => {
  it.each([
    ['svc-accounts', '@cascade/service-kit'],
    ['svc-accounts', '@cascade/contracts/accounts'],
    ['mf-live', '@cascade/ui-kit/data'],
    ['shell', '@cascade/web-kit'],
    ['packages/ui-kit', '@cascade/web-kit'],
    ['packages/draw-rules', '@cascade/contracts/games'],
    ['svc-live', '@cascade/draw-rules/record'],
    ['mf-live', '@cascade/draw-rules/verify'],
  ])('%s may import %s', (folder, specifier) => {
    expect(directionFaults(folder, 'src/a.ts', from(specifier))).toEqual([])
  })

  it.each([
    ['svc-accounts', '@cascade/svc-games'],
    ['svc-accounts', '@cascade/web-kit'],
    ['mf-live', '@cascade/mf-games'],
    ['mf-live', '@cascade/service-kit'],
    ['shell', '@cascade/mf-accounts'],
    ['gateway', '@cascade/svc-accounts'],
    ['packages/web-kit', '@cascade/ui-kit'],
    ['packages/contracts', '@cascade/service-kit'],
    ['packages/contracts', 'hono'],
    ['packages/draw-rules', '@cascade/service-kit'],
    ['packages/ui-kit', '@cascade/draw-rules'],
  ])('%s may not import %s', (folder, specifier) => {
    expect(directionFaults(folder, 'src/a.ts', from(specifier))).toHaveLength(1)
  })

  it('rejects a relative import into another workspace', () => {
    expect(directionFaults('mf-live', 'src/a/b.ts', from('../../../mf-games/src/remote'))).toHaveLength(1)
    expect(directionFaults('mf-live', 'src/a/b.ts', from('../../remote.json'))).toEqual([])
  })

  it('allows rspack presets in rspack.config.ts only and dev in tests only', () => {
    expect(directionFaults('mf-live', 'rspack.config.ts', from('@cascade/dev/rspack'))).toEqual([])
    expect(directionFaults('mf-live', 'src/a.ts', from('@cascade/dev/rspack'))).toHaveLength(1)
    expect(directionFaults('svc-live', 'src/a.int.test.ts', from('@cascade/dev'))).toEqual([])
    expect(directionFaults('svc-live', 'src/a.int.test.ts', from('@cascade/dev/rspack'))).toHaveLength(1)
    expect(directionFaults('svc-live', 'src/a.ts', from('@cascade/dev'))).toHaveLength(1)
  })

  it('rejects a workspace of an unknown kind', () => {
    expect(directionFaults('packages/misc', 'src/a.ts', '')).toHaveLength(1)
  })
})
