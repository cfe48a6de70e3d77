import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { approvalsOf, type End, replaceRules } from '../testing/approvals'
import { balanceOf, fund, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'
import { closeRequest } from './close-request'

let clock = Date.now()
const points = 200
const rules = [{ operation: 'credit.transfer', above: 100 }]

const world = await makeWorld({ now: () => new Date(clock) })
const second = await world.actorOf((await makeAccount(world, 'superadmin')).username)
const chain = await makeChain(world)
const admin = await world.actorOf(chain.admin.username)
await fund(world, chain.admin, 1_000_000)
afterAll(() => world.close())

const steps = [
  ...(['call', 'call', 'ruleOff', 'ruleOn', 'withdraw', 'decline', 'expire', 'suspend', 'activate'] as const),
  ...([
    'approve',
    'approveAndDie',
    'approveAndDieAfterBooking',
    'repeat',
    'repeatAndDie',
    'repeatAndDieAfterBooking',
  ] as const),
]
type Step = (typeof steps)[number]
const simultaneous = fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 2 })

/** One key of one requester, with everything that can happen to it. */
function keyed(key: string) {
  const { send, approveUntil, repeat } = approvalsOf(world)
  const body = { toUserId: chain.superareamanager._id, transferAmount: points, password: testPassword, note: key }
  const subject = {
    ...{ operation: 'credit.transfer' as const, endpointId: 'accounts.superareamanager.transfer' },
    ...{ permission: 'superareamanager.manage', accountId: chain.superareamanager._id },
  }
  const row = () => world.deps.approvals.find(approvalId)
  let approvalId = ''

  async function repeatUntil(end: End) {
    clock += 31_000
    await repeat(end)
  }
  const approveOnce = (end: End) => approveUntil(end, approvalId, second).catch(() => undefined)
  const setActive = (active: boolean) =>
    world.db.collection('accounts').updateOne({ _id: chain.superareamanager._id as never }, { $set: { active } })

  const run: Record<Step, () => Promise<unknown>> = {
    async call() {
      const answer = await send({ as: admin, path: '/superareamanager/credit-transfer', key, body }, subject)
      approvalId ||= answer.body.approvalId ?? ''
    },
    ruleOff: () => replaceRules(world, []),
    ruleOn: () => replaceRules(world, rules),
    withdraw: () => world.call(`DELETE /approvals/${approvalId}`, { as: admin }),
    decline: () => world.call(`POST /approvals/${approvalId}/decline`, { as: second, body: { reason: 'not agreed' } }),
    async expire() {
      const found = await row()
      if (found) await closeRequest(world.deps, found, { state: 'expired' }).catch(() => undefined)
    },
    suspend: () => setActive(false),
    activate: () => setActive(true),
    approve: () => approveOnce('finish'),
    approveAndDie: () => approveOnce('die'),
    approveAndDieAfterBooking: () => approveOnce('dieAfterBooking'),
    repeat: () => repeatUntil('finish'),
    repeatAndDie: () => repeatUntil('die'),
    repeatAndDieAfterBooking: () => repeatUntil('dieAfterBooking'),
  }

  return {
    run: (step: Step) => run[step](),
    /** All executors and readers come to an end. */
    async settle() {
      await setActive(true)
      await run.repeat()
      // The worker of the service may have leased it before.
      await expect.poll(async () => (await row())?.leaseUntil, { timeout: 60_000 }).toBeUndefined()
    },
    async outcome(): Promise<string> {
      return (await world.call(`GET /credit/outcome?key=${key}`, { as: admin })).body.data.outcome
    },
    async state(): Promise<string | undefined> {
      const { data } = (await world.call('GET /approvals', { as: second })).body
      return data.find((each: { _id: string }) => each._id === approvalId)?.state
    },
    /** State in the newest notice of the requester about it. */
    async notice(): Promise<string | undefined> {
      const { data } = (await world.call('GET /notices', { as: admin })).body
      return data.find((each: { data: { approvalId?: string } }) => each.data.approvalId === approvalId)?.data.state
    },
    bookings: () => world.db.collection('transfers').countDocuments({ note: key }),
  }
}

describe('an approval', () => {
  it('books a key once at most, and page, notice, outcome and books agree, whatever happens in whichever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(simultaneous, { minLength: 3, maxLength: 8 }), async taken => {
        await world.db.collection('wallets').updateOne({ _id: admin.accountId as never }, { $unset: { moved: '' } })
        await replaceRules(world, rules)
        clock = Date.now()
        const before = await balanceOf(world, chain.superareamanager._id)
        const key = randomUUID()
        const { run, settle, bookings, outcome, state, notice } = keyed(key)
        await run('call')
        for (const together of taken) await Promise.all(together.map(run))
        await settle()
        const booked = await bookings()
        expect(booked).toBeLessThanOrEqual(1)
        expect(await balanceOf(world, chain.superareamanager._id)).toBe(before + booked * points)
        expect((await outcome()) === 'booked').toBe(booked === 1)
        const finalState = await state()
        expect(finalState === 'approved').toBe(booked === 1)
        if (finalState !== 'open') expect(await notice()).toBe(finalState)
        // What has ended is never booked afterwards, even without any rule.
        await run('ruleOff')
        await run('call')
        if (['declined', 'withdrawn', 'expired'].includes(finalState ?? '')) expect(await bookings()).toBe(0)
        if (finalState === 'open' || booked === 1) expect(await bookings()).toBe(1)
        expect(await state()).toBe((await bookings()) === 1 ? 'approved' : finalState)
      }),
      { numRuns: 15, endOnFailure: true },
    )
    expect(await world.ledgerFaults()).toEqual([])
  }, 300_000)
})
