import { describe, expect, it } from 'vitest'
import { portFaults } from './structure'
import { versionFaults } from './versions'

describe('versionFaults', () => {
  it('requires one exact version of each dependency, and * for workspace packages', () => {
    expect(
      versionFaults([
        { name: 'a', version: '1.0.0', dependencies: { zod: '4.6.7', '@cascade/contracts': '*' } },
        { name: 'b', version: '1.0.0', devDependencies: { zod: '4.6.7' } },
      ]),
    ).toEqual([])
    expect(
      versionFaults([
        { name: 'a', version: '1.0.0', dependencies: { zod: '4.6.7', '@cascade/contracts': '1.0.0' } },
        { name: 'b', version: '1.0.0', dependencies: { zod: '^4.6.6' } },
      ]),
    ).toEqual([
      'a: @cascade/contracts is a workspace package, its version must be *',
      'b: zod ^4.6.6 must be an exact version',
      'zod has 2 versions: 4.6.7 (a), ^4.6.6 (b)',
    ])
  })

  it('requires one version of all workspaces', () => {
    const of = (...versions: string[]) =>
      versionFaults(versions.map((version, at) => ({ name: `package-${at}`, version })))
    expect(of('1.2.0', '1.2.0')).toEqual([])
    expect(of('1.2.0', '1.1.0')).toEqual(['package-1 has version 1.1.0, the root 1.2.0'])
  })

  it('reports two processes on one port, metrics ports included', () => {
    const domain = { name: 'accounts', servicePort: 8101, devPort: 8201 } as const
    expect(portFaults([domain])).toEqual([])
    expect(portFaults([domain, { name: 'games', servicePort: 8102, devPort: 9101 }])).toEqual([
      'port 9101 is used by svc-accounts metrics and mf-games development',
    ])
  })
})
