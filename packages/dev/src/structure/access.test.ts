import { describe, expect, it } from 'vitest'
import { roleListFaults } from './access'

describe('roleListFaults', () => {
  it('reports a role list outside the permission matrix', () => {
    const text = "const viewers = ['superadmin', 'admin', 'superareamanager']"
    expect(roleListFaults([{ path: 'packages/contracts/src/reports/api.ts', text }])).toHaveLength(1)
    expect(roleListFaults([{ path: 'packages/contracts/src/roles.ts', text }])).toEqual([])
  })

  it('accepts a single role and a table of role names', () => {
    const text = "const top = ['superadmin']; const names = { superadmin: 'Super Admin', admin: 'Admin' }"
    expect(roleListFaults([{ path: 'shell/src/menu.ts', text }])).toEqual([])
  })
})
