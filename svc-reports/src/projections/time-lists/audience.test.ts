import { describe, expect, it } from 'vitest'
import { audienceOf, listKeyFor } from './audience'

const ancestry = { superadmin: 'r', admin: 'a', superareamanager: 's', areamanager: 'm', master: 'x' }

describe('readers', () => {
  it('are the parties and all above them except superadmins, who see everything', () => {
    const player = { id: 'p', role: 'player', ancestry }
    const manager = {
      id: 's',
      role: 'superareamanager',
      ancestry: { superadmin: 'r', admin: 'a', superareamanager: 's' },
    }
    expect(audienceOf([player, manager]).sort()).toEqual(['*', 'a', 'm', 'own:s', 'p', 's', 'x'])
  })

  it('of what a superadmin did are the superadmins', () => {
    expect(audienceOf([{ id: 'r', role: 'superadmin', ancestry: { superadmin: 'r' } }])).toEqual(['*', 'own:r'])
    expect(audienceOf([])).toEqual(['*'])
  })

  it('find their list, and that of their own acts', () => {
    expect(listKeyFor({ _id: 'r', role: 'superadmin' }, false)).toBe('*')
    expect(listKeyFor({ _id: 'r', role: 'superadmin' }, true)).toBe('own:r')
    expect(listKeyFor({ _id: 's', role: 'superareamanager' }, false)).toBe('s')
    expect(listKeyFor({ _id: 's', role: 'superareamanager' }, true)).toBe('own:s')
    expect([true, false].map(own => listKeyFor({ _id: 'p', role: 'player' }, own))).toEqual(['p', 'p'])
  })
})
