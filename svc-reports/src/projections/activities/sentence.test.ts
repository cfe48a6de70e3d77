import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { describe, expect, it } from 'vitest'
import { buildSentence } from './sentence'

const say = (data: Partial<ActivityRecorded['data']>, object?: string) =>
  buildSentence(
    {
      accountId: 'a',
      username: 'admin1',
      subject: 'Something',
      requestUrl: '/api/x',
      method: 'POST',
      ipAddress: '::1',
      status: 200,
      source: 'server',
      ...data,
    },
    object,
  )

describe('the sentence of an activity', () => {
  it('names actor, action, object and the values before and after', () => {
    expect(say({ does: 'took {amount} back from {object}', amount: 1234.5 }, 'player17')).toBe(
      'admin1 took 1,234.50 back from player17',
    )
    const changes = [
      { field: 'firstName', before: 'Asha', after: 'Usha' },
      { field: 'password', before: null, after: null },
      { field: 'Fun Target', before: 10, after: null },
    ]
    expect(say({ does: 'changed {object}', changes }, 'master3')).toBe(
      'admin1 changed first name, password, Fun Target of master3: first name Asha → Usha; password (not shown); Fun Target 10 → –',
    )
  })

  it('covers unbookable amounts, rejected calls and activities without wording', () => {
    expect(say({ does: 'gave {amount} to {object}', amount: 1.005, status: 400 }, 'player1')).toMatch(
      /^admin1 gave 1\.0\d to player1 – not done$/,
    )
    expect(say({ subject: 'Exported players' })).toBe('admin1 – Exported players')
    expect(say({ username: '', does: 'tried to sign in', status: 401 })).toBe('Somebody tried to sign in – not done')
  })
})
