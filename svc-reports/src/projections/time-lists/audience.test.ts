import { describe, expect, it } from 'vitest'
import { audienceOf, listKeyFor } from './audience'

const ancestry = { superadmin: 'r', admin: 'a', superareamanager: 's', areamanager: 'm', master: 'x' }

describe('the audience of a row', () => {
  it('consists of the parties, all their ancestors except superadmins, and the common list of superadmins', () => {
    const player = { id: 'p', role: 'player', ancestry }
    const manager = {
      id: 's',
      role: 'superareamanager',
      ancestry: { superadmin: 'r', admin: 'a', superareamanager: 's' },
    }
    expect(audienceOf([player, manager]).sort()).toEqual(['*', 'a', 'm', 'own:s', 'p', 's', 'x'])
  })

  it('is only superadmins when a superadmin acted', () => {
    expect(audienceOf([{ id: 'r', role: 'superadmin', ancestry: { superadmin: 'r' } }])).toEqual(['*', 'own:r'])
    expect(audienceOf([])).toEqual(['*'])
  })

  it('has list keys for an account with its subtree and for its own rows', () => {
    expect(listKeyFor({ _id: 'r', role: 'superadmin' }, false)).toBe('*')
    expect(listKeyFor({ _id: 'r', role: 'superadmin' }, true)).toBe('own:r')
    expect(listKeyFor({ _id: 's', role: 'superareamanager' }, false)).toBe('s')
    expect(listKeyFor({ _id: 's', role: 'superareamanager' }, true)).toBe('own:s')
    expect([true, false].map(own => listKeyFor({ _id: 'p', role: 'player' }, own))).toEqual(['p', 'p'])
  })
})
