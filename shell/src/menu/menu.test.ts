import { describe, expect, it } from 'vitest'
import { sampleRemotes } from '../testing/sample-remotes'
import { fillTemplate, menuOf } from './menu'

const shown = (role: 'superadmin' | 'admin' | 'master') =>
  menuOf(sampleRemotes, { role }).map(group => [group.title, group.entries.map(entry => entry.path)])

describe('the menu', () => {
  it('shows the bases of a role in order and by group, without those that have no label', () => {
    expect(shown('superadmin')).toEqual([
      ['Accounts', ['admin', 'player']],
      ['Reports', ['commissionpayoutReport']],
      ['Operations', ['remotes']],
    ])
  })
  it("hides permitted bases that are not for the role's menu", () => {
    expect(shown('admin')).toEqual([['Accounts', ['player']]])
    expect(shown('master')).toEqual([])
  })
  it('fills submenu templates and escapes values in addresses', () => {
    const row = { gameId: 'AB', username: 'a/b' }
    expect(fillTemplate('{gameId}/{username}', row, true)).toBe('AB/a%2Fb')
    expect(fillTemplate('{username} {missing}', row)).toBe('a/b ')
  })
})
