import { roleLabels } from '@cascade/contracts'
import { expect, it } from 'vitest'
import remote from '../remote.json'
import { levelRoles } from './levels'

it.each(levelRoles)('the shell learns where %s accounts are managed, by whom, and what the menu calls them', role => {
  const base = remote.bases.find(({ path }) => path === role)
  expect(base).toMatchObject({ may: `${role}.manage`, label: roleLabels[role] })
})
