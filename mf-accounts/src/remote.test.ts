import { roleLabels } from '@cascade/contracts'
import { expect, it } from 'vitest'
import remote from '../remote.json'
import { levelRoles } from './levels'

it.each(levelRoles)('the manifest declares the base of %s with its permission and menu label', role => {
  const base = remote.bases.find(({ path }) => path === role)
  expect(base).toMatchObject({ permission: `${role}.manage`, label: roleLabels[role] })
})
