import { type AccountSnapshot, accountApi } from '@cascade/contracts/accounts'
import type { LogRow } from '@cascade/contracts/reports'
import { accountCreated, actorOf, eventually, makeAccount, makeActor } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countMissing } from '../../projections/activities/activity-numbers'
import { makeActivity } from '../../testing/make-activity'
import { makeTransfer, transferRecorded } from '../../testing/make-transfer'
import { startWorld } from '../../testing/world'

const world = await startWorld()
beforeAll(async () => {
  await world.caughtUp()
  const { root, otherRoot, admin, manager, rival } = world.tree
  const activities = [
    activity(root, 'Created a game', '2026-03-01T10:00:00.000Z'),
    activity(otherRoot, 'Signed in', '2026-03-01T11:00:00.000Z'),
    activity(admin, 'Signed in', '2026-03-01T23:59:59.999Z'),
    activity(manager, 'Credit transfer (50%)', '2026-03-02T00:00:00.000Z'),
    activity(rival, 'Signed in', '2026-03-02T09:00:00.000Z'),
    activity(null, 'Failed sign-in', '2026-03-03T09:00:00.000Z', { status: 401 }),
  ]
  for (const event of activities) await world.producer.bus.publish(event)
  await eventually(async () => (await logs(root)).total === activities.length)
})
afterAll(() => world.stop())

const activity = (account: AccountSnapshot | null, subject: string, at: string, more: object = {}) =>
  makeActivity(account, { subject, at, ...more })

async function logs(account: AccountSnapshot, path = '/logs') {
  const { status, body } = await world.call(actorOf(account), `GET ${path}`)
  const rows = (body.data ?? []) as LogRow[]
  return { status, rows, total: body.total, texts: rows.map(row => `${row.username}: ${row.subject}`) }
}

describe('the activity log', () => {
  it('shows a superadmin everything and other users their subtree, newest first', async () => {
    const { root, otherRoot, admin, manager, rival } = world.tree
    expect((await logs(root)).texts).toEqual([
      'nobody: Failed sign-in',
      `${rival.username}: Signed in`,
      `${manager.username}: Credit transfer (50%)`,
      `${admin.username}: Signed in`,
      `${otherRoot.username}: Signed in`,
      `${root.username}: Created a game`,
    ])
    expect((await logs(admin, '/logs/activityLogs')).texts).toEqual([
      `${manager.username}: Credit transfer (50%)`,
      `${admin.username}: Signed in`,
    ])
    expect((await logs(manager)).total).toBe(1)
    expect((await logs(world.tree.rivalManager)).total).toBe(0)
    expect((await logs(world.tree.player)).status).toBe(403)
  })

  it('shows only the activities of one user, on both paths', async () => {
    const { root, admin, manager, rival, otherRoot } = world.tree
    expect((await logs(root, `/logs/${admin.accountId}`)).texts).toEqual([`${admin.username}: Signed in`])
    expect((await logs(root, `/logs/getUserLogById/${otherRoot.accountId}`)).total).toBe(1)
    expect((await logs(manager, `/logs/${manager.accountId}`)).total).toBe(1)
    for (const id of [admin.accountId, rival.accountId, makeActor().accountId]) {
      expect((await logs(manager, `/logs/${id}`)).status).toBe(404)
      expect((await logs(manager, `/logs/getUserLogById/${id}`)).status).toBe(404)
    }
  })

  it('filters by day and by any part of the name or subject', async () => {
    const { root, admin } = world.tree
    expect((await logs(root, '/logs?date=2026-03-01')).total).toBe(3)
    expect((await logs(root, '/logs?date=2026-03-02')).total).toBe(2)
    expect((await logs(root, '/logs?search=SIGNED')).total).toBe(3)
    expect((await logs(root, '/logs?search=signed&date=2026-03-02')).total).toBe(1)
    expect((await logs(root, `/logs?search=${admin.username}`)).total).toBe(1)
    expect((await logs(root, `/logs?search=${encodeURIComponent('(50%)')}`)).total).toBe(1)
    expect((await logs(root, '/logs?search=.')).total).toBe(0)
    const page = await logs(root, '/logs?search=sign&page=2&size=3')
    expect([page.rows.length, page.total]).toEqual([1, 4])
  })

  it('filters by user and result, also as of a time', async () => {
    const { root, admin, rival } = world.tree
    expect((await logs(root, `/logs?userId=${rival.accountId}`)).total).toBe(1)
    expect((await logs(admin, `/logs?userId=${rival.accountId}`)).status).toBe(404)
    expect((await logs(root, '/logs?result=refused')).texts).toEqual(['nobody: Failed sign-in'])
    expect((await logs(root, '/logs?result=done')).total).toBe(5)
    expect((await logs(root, '/logs?result=failed')).total).toBe(0)
    expect((await logs(root, '/logs?asOf=2026-03-01T23:59:59.999Z')).total).toBe(3)
    expect((await logs(root, '/logs?asOf=2999-01-01T00:00:00.000Z')).status).toBe(400)
  })

  it('shows a rejected sign-in to the ancestors of the account', async () => {
    const { admin, rival, gift } = world.tree
    const data = { username: gift.username.toUpperCase(), status: 401 }
    await world.producer.bus.publish(activity(null, 'Signing in', '2026-03-08T10:00:00.000Z', data))
    await eventually(async () => (await logs(admin, '/logs?result=refused')).total === 1)
    expect((await logs(rival, '/logs?result=refused')).total).toBe(0)
  })

  it('stores and returns only the fields of the contract', async () => {
    const { root, admin } = world.tree
    const secret = activity(admin, 'Changed password', '2026-03-04T10:00:00.000Z', {
      password: 'hunter2',
      body: { pin: 1 },
    })
    await world.producer.bus.publish(secret)
    const { rows } = await eventually(async () => {
      const found = await logs(root, '/logs?date=2026-03-04')
      return found.total === 1 && found
    })
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      [
        ...['_id', 'createdAt', 'ipAddress', 'method', 'requestUrl', 'result', 'sentence', 'status', 'subject'],
        'username',
      ].sort(),
    )
    const stored = await world.db.collection('logs').find().toArray()
    expect(JSON.stringify(stored)).not.toMatch(/hunter2|"pin"/)
  })

  it('says in a sentence who did what to whom, with names, path and changes', async () => {
    const { root, admin, manager, area, master, player } = world.tree
    const object = { accountId: master.accountId, username: null }
    const changes = [{ field: 'phone', before: '91', after: '92' }]
    const game = { kind: 'game', id: 'MNOQqWWi' }
    const draw = { kind: 'draw', id: `${admin.accountId}_MNOQqWWi_${Date.UTC(2026, 2, 20, 10) / 1000}` }
    const activityData = [
      {
        does: 'gave {amount} to {object}',
        object,
        amount: 500,
        ipAddress: '203.0.113.7',
        operation: 'accounts.master.transfer',
      },
      { does: 'changed {object}', object, changes, ipAddress: '203.0.113.70', operation: 'accounts.master.update' },
      {
        does: 'corrected the result of {object}',
        target: draw,
        changes: [{ field: 'result', before: '3', after: '9' }],
        note: 'misread',
      },
      { does: 'stopped betting on {object}', object: { accountId: admin.accountId, username: null }, target: game },
    ]
    for (const [index, data] of activityData.entries())
      await world.producer.bus.publish(activity(admin, 'Told', `2026-03-20T10:00:0${index}.000Z`, data))
    const bet = { operation: 'live.bet.create', does: 'bet {amount} on {object}', target: game, amount: 20 }
    await world.producer.bus.publish(activity(player, 'Bet placed', '2026-03-20T10:00:00.000Z', bet))
    const day = '/logs?date=2026-03-20'
    await eventually(async () => (await logs(root, `${day}&kind=play`)).total === 1)
    const { rows } = await logs(root, `${day}&order=asc`)
    const path = [root, admin, manager, area].map(({ username }) => username)
    expect(rows.map(({ sentence, objectPath }) => ({ sentence, objectPath }))).toEqual([
      { sentence: `${admin.username} gave 500.00 to ${master.username}`, objectPath: path },
      { sentence: `${admin.username} changed phone of ${master.username}: 91 → 92`, objectPath: path },
      {
        sentence: `${admin.username} corrected the result of MNOQqWWi 2026-03-20 10:00:00: 3 → 9`,
        objectPath: path.slice(0, 2),
      },
      { sentence: `${admin.username} stopped betting on MNOQqWWi`, objectPath: path.slice(0, 2) },
    ])
    const rowsOfArea = (await logs(area, `${day}&order=asc`)).rows
    expect(rowsOfArea.map(({ objectPath }) => objectPath)).toEqual(rowsOfArea.map(() => [area.username]))
    expect(rows[2]).toMatchObject({ object: 'MNOQqWWi 2026-03-20 10:00:00', objectKind: 'draw', note: 'misread' })
    const played = await logs(master, `${day}&kind=play`)
    expect(played.rows.map(({ sentence }) => sentence)).toEqual([`${player.username} bet 20.00 on MNOQqWWi`])
    const found = async (query: string) => (await logs(root, `${day}&${query}`)).total
    expect(await found(`object=${master.username.toUpperCase()}`)).toBe(2)
    expect(await found(`q=${master.username}`)).toBe(2)
    expect([await found('operation=credit'), await found('operation=accounts')]).toEqual([1, 1])
    expect(await found('operation=games')).toBe(0)
    expect([await found('ip=203.0.113.7'), await found('ip=203.0.113.')]).toEqual([1, 2])
    for (const query of ['ip=x', 'until=abc', 'operation=a', 'q=%00', 'kind=all'])
      expect((await logs(root, `${day}&${query}`)).status).toBe(400)
  })

  it('says why a call was rejected, with object, amount and repetitions', async () => {
    const { root, admin, manager } = world.tree
    const object = { accountId: manager.accountId, username: manager.username }
    const times = { times: 37, until: '2026-03-05T10:01:00.000Z' }
    const activityData = { status: 400, code: 'VALIDATION', reason: 'INSUFFICIENT', object, amount: 12.5, ...times }
    await world.producer.bus.publish(activity(admin, 'Credit transfer', '2026-03-05T10:00:00.000Z', activityData))
    const { rows } = await eventually(async () => {
      const found = await logs(root, '/logs?date=2026-03-05')
      return found.total === 1 && found
    })
    const row = { code: 'INSUFFICIENT', object: manager.username, amount: 12.5, result: 'refused', ...times }
    expect(rows[0]).toMatchObject(row)
  })

  it('names the accounts that combined calls tried, and the second person of an approved call', async () => {
    const { root, admin, manager, master } = world.tree
    const [object, other] = [manager, master].map(({ accountId }) => ({ accountId, username: null }))
    const does = 'gave {amount} to {object}'
    const approved = { does, object, amount: 500, approvedBy: root.username }
    const until = '2026-03-21T10:01:00.000Z'
    const tried = { does, objects: [object, other], hasMoreObjects: true, status: 400, times: 600, until }
    await world.producer.bus.publish(activity(admin, 'Credit', '2026-03-21T10:00:00.000Z', approved))
    await world.producer.bus.publish(activity(admin, 'Credit', until, tried))
    const found = (query: string) => logs(root, `/logs?date=2026-03-21&${query}`)
    await eventually(async () => (await found('')).total === 2)
    const names = [manager, master].map(({ username }) => username)
    expect((await found('order=asc')).rows.map(({ sentence, objects }) => [sentence, objects])).toEqual([
      [`${admin.username} gave 500.00 to ${names[0]}, approved by ${root.username}`, undefined],
      [`${admin.username} gave points to ${names.join(', ')} and others – not done`, names],
    ])
    expect((await found(`q=${master.username}`)).total).toBe(1)
  })
})

describe('activities that a gateway numbers', () => {
  const since = new Date(Date.now() - 1_000)
  const missing = (gatewayId: string, first: number, { deliveries = 1, startedAt = new Date() } = {}) => {
    const sender = { gatewayId, startedAt: startedAt.toISOString(), first }
    const message = { at: new Date(), data: { activities: [1, 2], sender } }
    return countMissing({ client: world.producer.client, db: world.db, zone: 'UTC' }, message, deliveries, since)
  }

  it('are counted as missing once, when no earlier message can arrive any more', async () => {
    const { root, admin } = world.tree
    expect(await missing('gateway-1', 1)).toBe(0)
    expect(await missing('gateway-1', 5), 'another replica may have taken 3 and 4').toBeUndefined()
    for (const first of [3, 5]) expect(await missing('gateway-1', first)).toBe(0)
    const both = [1, 2].map(() => missing('gateway-1', 10, { deliveries: 12 }))
    expect((await Promise.all(both)).sort()).toEqual([0, 3])
    expect(await missing('gateway-1', 5)).toBe(0)
    expect((await logs(root)).rows[0]?.sentence).toMatch(
      /^gateway-1 – 3 activities are missing between .* and .*:\d\d$/,
    )
    expect((await logs(admin, '/logs?search=missing')).total).toBe(0)
    expect(await missing('gateway-2', 40, { deliveries: 12 }), 'a gateway begins with 1').toBe(39)
    expect(await missing('gateway-3', 40, { startedAt: new Date(0) }), 'but is older than the database').toBe(0)
  })

  it('are stored in the order of their numbers', async () => {
    const { otherRoot } = world.tree
    const publish = (first: number) => {
      const sender = { gatewayId: 'gateway-4', startedAt: new Date().toISOString(), first }
      const [at, type] = [new Date().toISOString(), 'gateway.activities.recorded.v1']
      const data = { activities: [activity(otherRoot, `Number ${first}`, at)], sender }
      return world.producer.bus.publish({ ...activity(null, '', at), type, data })
    }
    for (const first of [2, 1]) await publish(first)
    const numbered = () => logs(otherRoot, `/logs/${otherRoot.accountId}?search=Number`)
    const { texts } = await eventually(async () => (await numbered()).total === 2 && numbered())
    expect(texts).toEqual([2, 1].map(number => `${otherRoot.username}: Number ${number}`))
  })
})

describe('storing activities', () => {
  it('stores a repeated activity once', async () => {
    const { bus } = world.producer
    const event = activity(world.tree.area, 'Exported', '2026-03-05T10:00:00.000Z')
    const payload = new TextEncoder().encode(JSON.stringify(event))
    for (let index = 0; index < 3; index++) await bus.jetStream().publish(`${bus.namespace}.${event.type}`, payload)
    await bus.publish(activity(world.tree.area, 'Exported again', '2026-03-05T11:00:00.000Z'))
    await eventually(async () =>
      (await logs(world.tree.area)).texts.includes(`${world.tree.area.username}: Exported again`),
    )
    expect((await logs(world.tree.area)).total).toBe(2)
  })

  it('stores activities of bulk jobs like those of calls', async () => {
    const { rival } = world.tree
    const acts = [activity(rival, 'Done by a run', '2026-03-08T10:00:00.000Z')]
    await world.producer.emit({ type: 'accounts.run.acted.v1', data: { activities: acts } })
    await eventually(async () => (await logs(rival)).texts.includes(`${rival.username}: Done by a run`))
  })

  it('stores a booking, worded like its call, also with an account that is not projected yet', async () => {
    const { admin, manager } = world.tree
    const fresh = makeAccount({ role: 'areamanager', parent: manager })
    const operation = accountApi.areamanager.transfer.id
    const call = { operation, requestUrl: '/api/areamanager/credit-transfer', ipAddress: '203.0.113.9' }
    const actor = { id: manager.accountId, username: manager.username, role: manager.role }
    const ownTransfer = makeTransfer(manager, fresh, { note: 'for March', call })
    const runTransfer = makeTransfer(manager, fresh, { note: 'for March, by a run' })
    await world.producer.emit(...[runTransfer, ownTransfer].map(each => ({ ...transferRecorded(each), actor })))
    const { rows } = await eventually(async () => {
      const found = await logs(admin, '/logs?search=for%20March')
      return found.total === 1 && found
    })
    expect(rows).toMatchObject([
      {
        subject: 'Credit given: Area Manager',
        sentence: `${manager.username} gave 100.00 to ${fresh.username}`,
        objectPath: [admin.username, manager.username],
        ipAddress: '203.0.113.9',
        note: 'for March',
        amount: 100,
      },
    ])
  })

  it('dead-letters invalid messages and continues', async () => {
    const { bus } = world.producer
    const publish = (text: string) =>
      bus.jetStream().publish(`${bus.namespace}.gateway.activity.recorded.v1`, new TextEncoder().encode(text))
    await publish('not json')
    await publish('{"id":"x"}')
    await bus.publish(activity(world.tree.master, 'After the poison', '2026-03-06T10:00:00.000Z'))
    await eventually(async () => (await logs(world.tree.master)).total === 1)
    expect(await world.db.collection('dead_letters').countDocuments({ projection: 'activity' })).toBe(2)
  })

  it('dead-letters an invalid activity and stores the others of its batch', async () => {
    const { area } = world.tree
    const before = (await logs(area)).total as number
    const at = '2026-03-10T10:00:00.000Z'
    const long = 'x'.repeat(40_000)
    const many = [
      activity(area, 'Before', at, { status: 409, code: 'A_CODE_OF_TOMORROW' }),
      activity(area, long, at, { status: 'none' }),
      activity(area, 'After', at, { status: 400, amount: 1.005, source: 'browser' }),
    ]
    const type = 'gateway.activities.recorded.v1'
    await world.producer.bus.publish({ ...activity(null, '', at), type, data: { activities: many } })
    const { rows } = await eventually(async () => {
      const found = await logs(area, '/logs?date=2026-03-10')
      return found.total === 2 && found
    })
    expect((await logs(area)).total).toBe(before + 2)
    expect(rows).toMatchObject([
      { subject: 'After', amount: 1.005, source: 'browser' },
      { subject: 'Before', code: 'A_CODE_OF_TOMORROW', result: 'refused' },
    ])
    const letters = await world.db.collection('dead_letters').find({ projection: 'activity' }).toArray()
    const letter = letters.find(({ event }) => String(event).includes(long))
    expect(JSON.parse(String(letter?.event))).toEqual(many[1])
  })

  it('waits for an unknown account and then shows the activity to all its ancestors', async () => {
    const { admin } = world.tree
    const late = makeAccount({ role: 'superareamanager', parent: admin })
    await world.producer.bus.publish(activity(late, 'First sign-in', '2026-03-07T10:00:00.000Z'))
    await new Promise(resolve => setTimeout(resolve, 300))
    await world.producer.emit(accountCreated(late))
    await eventually(async () => (await logs(admin)).texts.includes(`${late.username}: First sign-in`))
    expect((await logs(late)).total).toBe(1)
  })

  it('stores the resolved activities of a batch at once and the others when their account arrives', async () => {
    const { rival } = world.tree
    const late = makeAccount({ role: 'superareamanager', parent: rival })
    const before = (await logs(rival)).total as number
    const at = '2026-03-08T10:00:00.000Z'
    await world.producer.bus.publish({
      ...activity(null, '', at),
      type: 'gateway.activities.recorded.v1',
      data: { activities: [activity(rival, 'One', at), activity(late, 'Two', at), activity(rival, 'Three', at)] },
    })
    await eventually(async () => (await logs(rival)).total === before + 2)
    await world.producer.emit(accountCreated(late))
    await eventually(async () => (await logs(rival)).total === before + 3)
    expect((await logs(late)).texts).toEqual([`${late.username}: Two`])
  })

  it('replays the stream into an empty database', async () => {
    const before = (await logs(world.tree.admin)).texts
    await world.stopReports()
    await world.db.dropDatabase()
    await world.start()
    await eventually(async () => (await logs(world.tree.admin)).total === before.length)
    expect((await logs(world.tree.admin)).texts).toEqual(before)
  })
})
