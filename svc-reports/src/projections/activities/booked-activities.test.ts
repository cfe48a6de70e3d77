import { accountApi, type playEvents } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { makeAccount } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { makeTransfer } from '../../testing/make-transfer'
import { type Booked, toBookedActivities } from './booked-activities'

const admin = makeAccount({ role: 'admin' })
const manager = makeAccount({ role: 'superareamanager', parent: admin })
const second = { id: 'second', username: 'second', role: 'superadmin' }
const envelope = { id: 'e1', at: '2026-03-05T10:00:00.000Z', correlationId: 'r1', causationId: null, seq: 1 }
const by = { id: admin.accountId, username: admin.username, role: 'admin', approvedBy: second }

const transfer = (data: Partial<ReturnType<typeof makeTransfer>>, actor: Booked['actor'] = by): Booked => ({
  ...envelope,
  type: 'credit.transfer.recorded.v1',
  actor,
  data: makeTransfer(manager, admin, data),
})
const call = { operation: '', requestUrl: '/api/superareamanager/credit-adjust', ipAddress: '203.0.113.9' }

describe('the activity of a booking', () => {
  it('names the account from which points were taken back, and the second person', () => {
    const operation = accountApi.superareamanager.adjust.id
    const [activity] = toBookedActivities(transfer({ kind: 'credit', call: { ...call, operation } }))
    expect(activity).toMatchObject({
      id: 'e1',
      correlationId: 'r1',
      data: {
        accountId: admin.accountId,
        does: 'took {amount} back from {object}',
        object: { accountId: manager.accountId },
        amount: 100,
        method: 'POST',
        requestUrl: '/api/superareamanager/credit-adjust',
        ipAddress: '203.0.113.9',
        status: 200,
        operation,
        approvedBy: 'second',
      },
    })
  })

  it('states stake and game of a bet', () => {
    const player = makeAccount({ role: 'player', parent: manager })
    const { accountId: id, username, ancestry } = player
    const actor = { id, username, role: 'player' }
    const { id: operation, path } = liveApi.createBet
    const data = {
      ...{ transferId: 't1', ticketId: 't1', adminId: admin.accountId, gameId: 'fun', bizDate: '2026-03-05' },
      ...{ by: { ...actor, role: 'player' }, player: { id, username, ancestry }, amount: '1250', playerBalance: '0' },
      ...{ poolBalance: '1250', gateVersion: 0, details: {}, call: { ...call, operation, requestUrl: `/api${path}` } },
    } satisfies z.input<typeof playEvents.stakeBooked>['data']
    const [activity] = toBookedActivities({ ...envelope, type: 'play.stake.booked.v1', actor, data } as Booked)
    expect(activity?.data).toMatchObject({
      subject: 'Bet placed',
      does: 'bet {amount} on {object}',
      target: { kind: 'game', id: 'fun' },
      amount: 12.5,
      status: 201,
    })
  })

  it('is left to those who write it with the booking of a run, or without an actor', () => {
    expect(toBookedActivities(transfer({}))).toEqual([])
    const operation = accountApi.superareamanager.adjust.id
    expect(toBookedActivities(transfer({ call: { ...call, operation } }, null))).toEqual([])
  })
})
