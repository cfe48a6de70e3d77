import { describe, expect, it } from 'vitest'
import { readerFor, readersOf } from './readers'

const ancestry = { superadmin: 'r', admin: 'a', superareamanager: 's', areamanager: 'm', master: 'x' }

describe('the readers of a row', () => {
  it('consists of the parties, all their ancestors except superadmins, and the common list of superadmins', () => {
    const player = { id: 'p', role: 'player', ancestry }
    const manager = {
      id: 's',
      role: 'superareamanager',
      ancestry: { superadmin: 'r', admin: 'a', superareamanager: 's' },
    }
    expect(readersOf([player, manager]).sort()).toEqual(['*', 'a', 'm', 'own:s', 'p', 's', 'x'])
  })

  it('is only superadmins when a superadmin acted', () => {
    expect(readersOf([{ id: 'r', role: 'superadmin', ancestry: { superadmin: 'r' } }])).toEqual(['*', 'own:r'])
    expect(readersOf([])).toEqual(['*'])
  })

  it('has list keys for an account with its subtree and for its own rows', () => {
    expect(readerFor({ _id: 'r', role: 'superadmin' }, false)).toBe('*')
    expect(readerFor({ _id: 'r', role: 'superadmin' }, true)).toBe('own:r')
    expect(readerFor({ _id: 's', role: 'superareamanager' }, false)).toBe('s')
    expect(readerFor({ _id: 's', role: 'superareamanager' }, true)).toBe('own:s')
    expect([true, false].map(own => readerFor({ _id: 'p', role: 'player' }, own))).toEqual(['p', 'p'])
  })
})
