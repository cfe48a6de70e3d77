import { describe, expect, it } from 'vitest'
import { roleListFaults } from './access'

describe('lists of roles', () => {
  it('are refused outside the matrix', () => {
    const text = "const viewers = ['superadmin', 'admin', 'superareamanager']"
    expect(roleListFaults([{ path: 'packages/contracts/src/reports/api.ts', text }])).toHaveLength(1)
    expect(roleListFaults([{ path: 'packages/contracts/src/roles.ts', text }])).toEqual([])
  })

  it('are not confused with one role or a table of roles', () => {
    const text = "const top = ['superadmin']; const names = { superadmin: 'Super Admin', admin: 'Admin' }"
    expect(roleListFaults([{ path: 'shell/src/menu.ts', text }])).toEqual([])
  })
})
