import { busy } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import type { Ledger } from '../../ledger'
import { makeAccount, makeChain } from '../../testing/make-accounts'
import { makeWorld, testPassword, type World } from '../../testing/world'
import type { Session } from './session-store'

/** The ledger commits but its response is lost. */
let losesAnswers = false
const around = (ledger: Ledger): Ledger => ({
  ...ledger,
  change: async request => {
    const result = await ledger.change(request)
    if (losesAnswers) throw busy()
    return result
  },
})

const world = await makeWorld({ around })
afterAll(() => world.close())

const isOpen = async (sessionId: string, where = world) =>
  (await where.internal(`GET /sessions/${sessionId}`)).status === 200
const toggle = (id: string, action: string) => world.call(`PATCH /admins/toggle-status/${id}/${action}`)

describe('sessions', () => {
  it('end with a suspension even if the response of its commit is lost', async () => {
    const { admin, player } = await makeChain(world)
    const sessions = [await world.actorOf(admin.username), await world.actorOf(player.username)]
    losesAnswers = true
    expect((await toggle(admin._id, 'deactivate')).status).toBe(503)
    losesAnswers = false
    // The retry finds nothing to do; old sessions stay invalid after the reactivation.
    expect((await toggle(admin._id, 'deactivate')).status).toBe(200)
    expect((await toggle(admin._id, 'activate')).status).toBe(200)
    for (const { sessionId } of sessions) expect(await isOpen(sessionId)).toBe(false)
  })

  it('created during a suspension do not become valid after the reactivation', async () => {
    const { admin, master, player } = await makeChain(world)
    await toggle(admin._id, 'deactivate')
    const startedAt = new Date()
    const late: Session = {
      _id: world.deps.newId(),
      accountId: master._id,
      username: master.username,
      role: 'master',
      ipAddress: '',
      userAgent: '',
      startedAt,
      expiresAt: new Date(startedAt.getTime() + 600_000),
      provenAt: startedAt,
    }
    await world.deps.transaction(tx => world.deps.sessions.insert(late, tx))
    expect(await isOpen(late._id)).toBe(false)
    await toggle(admin._id, 'activate')
    expect(await isOpen(late._id)).toBe(false)
    expect(await isOpen((await world.actorOf(player.username)).sessionId)).toBe(true)
  })

  it('opened with the old password during a password reset end with the reset', () => signInDuringResets(world))

  it('opened in the same millisecond as a password reset end with the reset', async () => {
    const moment = new Date()
    const still = await makeWorld({ now: () => moment })
    await signInDuringResets(still).finally(() => still.close())
  })
})

/** Each round signs in four times with the password that is being replaced: sessions that were opened must end. */
async function signInDuringResets(where: World) {
  const account = await makeAccount(where, 'admin')
  for (let round = 1; round <= 12; round++) {
    const old = round === 1 ? testPassword : `password-${round - 1}`
    const logins = Array.from({ length: 4 }, (_, at) => where.login(account.username, old, `10.3.${round}.${at}`))
    const reset = where.call(`PUT /admins/${account._id}`, { body: { password: `password-${round}` } })
    const answers = await Promise.all(logins)
    expect((await reset).status).toBe(200)
    for (const { status, body } of answers) if (status === 200) expect(await isOpen(body.sessionId, where)).toBe(false)
  }
}
