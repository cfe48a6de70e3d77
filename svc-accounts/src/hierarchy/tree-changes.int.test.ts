import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredAccount } from '../accounts/account-store'
import { balanceOf, type Chain, fund, makeAccount, makeChain, personFor, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'
import { publishReparented } from './move-worker'

let chain: Chain
const world = await makeWorld()
beforeEach(async () => {
  chain = await makeChain(world)
})
afterAll(() => world.close())

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)

describe('creation', () => {
  it('rejects a second live account with the same email or phone, ignoring case', async () => {
    const email = `twice${chain.admin.username}@example.com`
    const first = await makeAccount(world, 'admin', { email, phone: 4_400_000_001 })
    const again = await world.call('POST /admins/create', { body: personFor('admin', { email: email.toUpperCase() }) })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      message: 'User with this email already exists.',
      code: 'CONFLICT',
      errors: { email: 'User with this email already exists.' },
    })
    const phone = await world.call('POST /admins/create', { body: personFor('admin', { phone: 4_400_000_001 }) })
    expect(phone.body.message).toBe('User with this phone already exists.')
    const other = await makeAccount(world, 'admin')
    const edit = await world.call(`PUT /admins/${other._id}`, { body: { email } })
    expect(edit.status).toBe(409)
    // A move is written through the ledger and must report the same error.
    const master = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const areamanager = await makeAccount(world, 'areamanager', { refId: chain.superareamanager._id })
    const moved = await world.call(`PUT /master/${master._id}`, { body: { email, refId: areamanager._id } })
    expect(moved.body.message).toBe('User with this email already exists.')

    await world.call(`DELETE /admins/${first._id}`)
    const free = await world.call('POST /admins/create', { body: personFor('admin', { email }) })
    expect(free.status).toBe(201)
  })

  it('reveals to an account at most twenty emails of other branches a day', async () => {
    const other = await makeChain(world)
    const { email } = (await world.call(`GET /player/${other.player._id}`)).body.data
    const as = await world.actorOf(chain.master.username)
    const change = (to: string) => world.call(`PUT /player/${chain.player._id}`, { as, body: { email: to } })
    for (let attempt = 0; attempt < 20; attempt++) expect((await change(email)).status).toBe(409)
    expect((await change(email)).status).toBe(422)
    expect((await change('nobody-has-it@example.com')).status).toBe(422)
  })

  it('gives concurrently created accounts unique usernames', async () => {
    const make = () => makeAccount(world, 'player', { refId: chain.master._id })
    const created: Awaited<ReturnType<typeof make>>[] = []
    // Limit of concurrent hashes per operator.
    while (created.length < 12) created.push(...(await Promise.all([make(), make(), make()])))
    expect(new Set(created.map(({ username }) => username)).size).toBe(12)
    const tree = await world.call(`GET /tree/${chain.master._id}`)
    expect(tree.body.data.node.children).toBe(13)
  })
})

describe('delete', () => {
  it('is rejected while the account has children', async () => {
    const response = await world.call(`DELETE /master/${chain.master._id}`)
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('Account has subordinates. Cannot delete.')
  })

  it('returns the balance to the parent and ends the sessions', async () => {
    await fund(world, chain.player, 12.5)
    const player = await world.actorOf(chain.player.username)
    expect((await world.call(`DELETE /player/${chain.player._id}`)).status).toBe(200)
    expect(await balanceOf(world, chain.master._id)).toBe(12.5)
    expect((await world.internal(`GET /sessions/${player.sessionId}`)).status).toBe(404)
    expect((await world.login(chain.player.username)).status).toBe(401)
    expect((await world.call(`DELETE /player/${chain.player._id}`)).status).toBe(404)
    expect(await world.ledgerFaults()).toEqual([])
  })

  it("deletes an admin's gift, loan and otc accounts first and returns their balances", async () => {
    const admin = await makeAccount(world, 'admin')
    const gifts = await world.call('GET /gift/all')
    const gift = gifts.body.data.find((row: { refId: { _id: string } }) => row.refId._id === admin._id)
    await fund(world, { ...gift, role: 'gift' }, 7)
    const before = await balanceOf(world, world.superadmin.accountId)
    expect((await world.call(`DELETE /admins/${admin._id}`)).status).toBe(200)
    expect(await balanceOf(world, world.superadmin.accountId)).toBe(before + 7)
    expect((await world.call(`GET /gift/${gift._id}`)).status).toBe(404)
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('loses no points if the parent is missing in the database', async () => {
    await fund(world, chain.player, 4)
    const accounts = world.db.collection<StoredAccount>('accounts')
    const parent = await accounts.findOneAndDelete({ _id: chain.master._id })
    expect((await world.call(`DELETE /player/${chain.player._id}`)).status).toBe(500)
    expect(await balanceOf(world, chain.player._id)).toBe(4)
    if (parent) await accounts.insertOne(parent)
    expect((await world.call(`DELETE /player/${chain.player._id}`)).status).toBe(200)
  })

  it('rejects deleting the own account, and never leaves the system without an active superadmin', async () => {
    const own = await world.call(`DELETE /superadmins/${world.superadmin.accountId}`)
    expect(own.status).toBe(409)
    const off = await world.call(`PATCH /superadmins/toggle-status/${world.superadmin.accountId}/deactivate`)
    expect(off.status).toBe(409)
    const other = await makeAccount(world, 'superadmin')
    const actor = await world.actorOf(other.username)
    const issued = await transfer(world, { role: 'superadmin', toUserId: other._id, points: 5, as: actor })
    expect(issued.body.data).toMatchObject({ senderWallet: 5, receiverWallet: 5 })
    const both = await Promise.all([
      world.call(`PATCH /superadmins/toggle-status/${other._id}/deactivate`),
      world.call(`PATCH /superadmins/toggle-status/${world.superadmin.accountId}/deactivate`, { as: actor }),
    ])
    const active = (await world.call('GET /superadmins/all', { as: both[0].status === 200 ? world.superadmin : actor }))
      .body
    expect(active.data.filter((row: { userStatus: boolean }) => row.userStatus)).toHaveLength(1)
    const winner = both[0].status === 200 ? world.superadmin : actor
    const loser = winner === actor ? world.superadmin : actor
    await world.call(`PATCH /superadmins/toggle-status/${loser.accountId}/activate`, { as: winner })
    world.superadmin.sessionId = (await world.actorOf('superadmin')).sessionId
    expect((await world.call(`DELETE /superadmins/${other._id}`)).status).toBe(200)
    expect(await world.ledgerFaults()).toEqual([])
  })
})

describe('deactivation', () => {
  it('ends the sessions of the subtree and blocks sign-in until the reactivation', async () => {
    const player = await world.actorOf(chain.player.username)
    const admin = await world.actorOf(chain.admin.username)
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/deactivate`)
    for (const { sessionId } of [player, admin]) {
      expect((await world.internal(`GET /sessions/${sessionId}`)).status).toBe(404)
    }
    const login = await world.login(chain.player.username)
    expect(login.status).toBe(403)
    expect(login.body.message).toBe('This account is not active.')
    expect((await world.login(chain.player.username, 'wrong-password', '10.9.9.9')).status).toBe(401)
    expect((await world.call(`GET /player/${chain.player._id}`)).body.data.userStatus).toBe(true)
    const ids = [player.accountId, admin.accountId]
    const ended = (await world.events('accounts.session.ended.v1')).filter(data =>
      data.accountIds.some((id: string) => ids.includes(id)),
    )
    expect(new Set(ended.map(({ reason }) => reason))).toEqual(new Set(['deactivated']))
    expect(new Set(ended.flatMap(({ sessionIds }) => sessionIds))).toEqual(new Set([player.sessionId, admin.sessionId]))
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/activate`)
    expect((await world.login(chain.player.username)).status).toBe(200)
  })

  it('rejects credit to and from the account', async () => {
    await fund(world, chain.player, 10)
    await world.call(`PUT /player/${chain.player._id}`, { body: { userStatus: false } })
    const into = await transfer(world, { role: 'player', toUserId: chain.player._id, points: 1 })
    expect(into.status).toBe(403)
    const body = { toUserId: chain.player._id, adjustAmount: 1, password: testPassword }
    expect((await world.call('POST /player/credit-adjust', { body })).status).toBe(403)
    await world.call(`PUT /player/${chain.player._id}`, { body: { userStatus: true } })
    expect((await world.call('POST /player/credit-adjust', { body })).status).toBe(200)
  })

  it('rejects writes with a token that is still valid', async () => {
    const admin = await world.actorOf(chain.admin.username)
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/deactivate`)
    const response = await world.call('POST /player/create', {
      as: admin,
      body: personFor('player', { refId: chain.master._id }),
    })
    expect(response.status).toBe(401)
  })
})

describe('a move', () => {
  it('includes the whole subtree and publishes an event for each account', async () => {
    const [oldAdmin, newAdmin] = [chain.admin, await makeAccount(world, 'admin')]
    const [before, after] = await Promise.all([world.actorOf(oldAdmin.username), world.actorOf(newAdmin.username)])
    const moved = await world.call(`PUT /superareamanager/${chain.superareamanager._id}`, {
      body: { refId: newAdmin._id },
    })
    expect(moved.body.data.refId._id).toBe(newAdmin._id)
    while ((await publishReparented(world.deps)) > 0);
    for (const created of [chain.areamanager, chain.master, chain.player]) {
      const events = (await world.events('accounts.account.updated.v1')).filter(data => data.accountId === created._id)
      expect(events.at(-1)).toMatchObject({ version: 2, ancestry: { admin: newAdmin._id } })
      expect((await world.call(`GET /${created.role}/${created._id}`, { as: before })).status).toBe(404)
      expect((await world.call(`GET /${created.role}/${created._id}`, { as: after })).status).toBe(200)
    }
    const list = await world.call('GET /player/all', { as: after })
    expect(idsOf(list.body.data)).toEqual([chain.player._id])
    expect((await world.call(`DELETE /admins/${oldAdmin._id}`)).status).toBe(200)
    await fund(world, chain.player, 3)
  })

  it('must go exactly one level up, in the own scope', async () => {
    const admin = await world.actorOf(chain.admin.username)
    const other = await makeChain(world)
    const wrong = await world.call(`PUT /master/${chain.master._id}`, { as: admin, body: { refId: chain.admin._id } })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.refId).toBeDefined()
    const foreign = await world.call(`PUT /master/${chain.master._id}`, {
      as: admin,
      body: { refId: other.areamanager._id },
    })
    expect(foreign.status).toBe(404)
  })
})

describe('concurrent edits', () => {
  it('get 409 with the changed fields for a stale If-Match, and succeed without If-Match', async () => {
    const path = `/player/${chain.player._id}`
    await world.call(`PUT ${path}`, { body: { city: 'Pune' } })
    const stale = await world.call(`PUT ${path}`, { body: { note: 'x' }, headers: { 'if-match': '"1"' } })
    expect(stale.status).toBe(409)
    expect(Object.keys(stale.body.errors)).toEqual(['city'])
    const malformed = await world.call(`PUT ${path}`, { body: { note: 'x' }, headers: { 'if-match': '2' } })
    expect([malformed.status, malformed.body.message]).toEqual([400, expect.stringContaining('If-Match')])
    const read = { 'if-match': '"1", W/"2-gzip"' }
    expect((await world.call(`PUT ${path}`, { body: { note: 'x' }, headers: read })).status).toBe(200)
    expect((await world.call(`PUT ${path}`, { body: { note: 'y' } })).status).toBe(200)
  })

  it('are all applied when their fields differ', async () => {
    const fields = ['city', 'address', 'occupation', 'firstName', 'lastName', 'note']
    await Promise.all(
      fields.map(field => world.call(`PUT /player/${chain.player._id}`, { body: { [field]: `new ${field}` } })),
    )
    const { data } = (await world.call(`GET /player/${chain.player._id}`)).body
    for (const field of fields) expect(data[field]).toBe(`new ${field}`)
  })
})

describe('concurrent creations, moves and deletions', () => {
  it('keep all ancestries consistent', async () => {
    const other = await makeChain(world)
    const homes = [chain.superareamanager._id, other.superareamanager._id]
    const moves = async () => {
      for (let at = 0; at < 8; at++) {
        await world.call(`PUT /areamanager/${chain.areamanager._id}`, { body: { refId: homes[(at + 1) % 2] } })
      }
    }
    const births = async () => {
      const created = []
      for (let at = 0; at < 6; at++) {
        const body = personFor('player', { refId: chain.master._id })
        created.push(await world.call('POST /player/create', { body }))
      }
      return created.map(({ status }) => status)
    }
    const deaths = async () => {
      for (let at = 0; at < 8; at++) await world.call(`DELETE /master/${other.master._id}`)
    }
    const orphans = async () => {
      for (let at = 0; at < 6; at++) {
        await world.call(`DELETE /player/${other.player._id}`)
        await world.call('POST /player/create', { body: personFor('player', { refId: other.master._id }) })
      }
    }
    const [, first, second] = await Promise.all([moves(), births(), births(), deaths(), orphans()])
    expect([...first, ...second]).toEqual(Array(12).fill(201))

    const live = await world.db.collection<StoredAccount>('accounts').find({ deleted: false }).toArray()
    const rows = new Map(live.map(row => [row._id, row]))
    for (const row of rows.values()) {
      const parent = row.parentId === null ? undefined : rows.get(row.parentId)
      expect(row.ancestry).toEqual(parent ? { ...parent.ancestry, [parent.role]: parent._id } : {})
      expect(row.parentId === null || parent !== undefined).toBe(true)
      const below = [...rows.values()].filter(one => one.parentId === row._id)
      expect([row.childCount + row.sideCount, row.username]).toEqual([below.length, row.username])
    }
  })
})
