import { expect, it } from 'vitest'
import { sampleRemotes } from '../testing/sample-remotes'
import { fillTemplate, menuOf } from './menu'

const shown = (role: 'superadmin' | 'admin' | 'master') =>
  menuOf(sampleRemotes, role).map(group => [group.title, group.entries.map(entry => entry.path)])

it('shows what a role may open, ordered and grouped, without entries that have no label', () => {
  expect(shown('superadmin')).toEqual([
    ['Accounts', ['admin', 'player']],
    ['Reports', ['commissionpayoutReport']],
  ])
})
it('leaves out what a role may open but should not see', () => {
  expect(shown('admin')).toEqual([['Accounts', ['player']]])
  expect(shown('master')).toEqual([])
})
it('fills templates of submenus, escaped in addresses', () => {
  const row = { gameId: 'AB', username: 'a/b' }
  expect(fillTemplate('{gameId}/{username}', row, true)).toBe('AB/a%2Fb')
  expect(fillTemplate('{username} {missing}', row)).toBe('a/b ')
})
