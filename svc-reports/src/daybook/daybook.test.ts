import { describe, expect, it } from 'vitest'
import { ownersOf } from './daybook'

describe('owners', () => {
  it('are the parties and all above them except superadmins, who see everything', () => {
    const player = {
      id: 'p',
      ancestry: { superadmin: 'r', admin: 'a', superareamanager: 's', areamanager: 'm', master: 'x' },
    }
    const manager = { id: 's', ancestry: { superadmin: 'r', admin: 'a', superareamanager: 's' } }
    expect(Object.fromEntries(ownersOf([player, manager]))).toEqual({
      '*': false,
      a: false,
      s: true,
      m: false,
      x: false,
      p: true,
    })
  })
})
