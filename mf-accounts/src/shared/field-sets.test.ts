import { describe, expect, it } from 'vitest'
import { createSets, editSets, profileSetOf } from './field-sets'

// From the forms of the specification; a question mark means optional.
const location = 'country state city'
const manager = `firstName lastName email phone dateOfBirth? ${location} address pinCode pin password occupation?`
const edit = `firstName lastName email phone dateOfBirth ${location} address pinCode pin? password? occupation?`
const side = 'firstName lastName email? phone? country? state? city? address? pinCode? commission note?'

const summary = (set: ReturnType<typeof profileSetOf> | undefined) =>
  set?.fields.map(name => (set.required.includes(name) ? name : `${name}?`)).join(' ')

describe('fields', () => {
  it.each([
    ['admin', 'firstName lastName email commissionAmount password refId userStatus games?'],
    ['superareamanager', `${manager} commissionAmount note? refId userStatus`],
    ['areamanager', `${manager} commissionAmount note? refId userStatus`],
    ['master', `${manager.replace(/ \w+\?/g, '')} commissionAmount note? refId userStatus`],
    ['player', `firstName lastName ${location} address pin password commission note? refId userStatus`],
    ['gift', undefined],
  ] as const)('have the order of the create form of %s', (role, fields) => {
    expect(summary(createSets[role])).toBe(fields)
  })

  it.each([
    [
      'admin',
      'firstName lastName email commission creditLine? settlementPeriod? settlementLevels? password? refId userStatus games?',
    ],
    ['superareamanager', `${edit} commission note? refId userStatus`],
    ['areamanager', `${edit} commission note? refId userStatus`],
    ['master', `${edit} commission note? refId userStatus`],
    [
      'player',
      `firstName lastName email? phone? dateOfBirth? ${location} address? pinCode? pin? password? occupation? commission note? refId userStatus`,
    ],
    ['gift', side],
    ['loan', side],
    ['otc', side],
  ] as const)('have the order of the edit form of %s', (role, fields) => {
    expect(summary(editSets[role])).toBe(fields)
  })

  it('are only those that users may change themselves on the profile form', () => {
    const own = `firstName lastName email phone dateOfBirth? ${location} address pinCode pin? occupation?`
    expect(summary(profileSetOf('master'))).toBe(own)
    expect(summary(profileSetOf('admin'))).toBe(`${own} settlementPeriod? settlementLevels?`)
  })
})
