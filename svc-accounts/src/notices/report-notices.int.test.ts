import { createFeedCursor } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makePerson } from '../testing/make-person'
import { makeWorld } from '../testing/world'
import { createNoticeStore } from './notice-store'
import { reportNotices } from './report-notices'

const world = await makeWorld()
const { client, db, deps } = world
const { admin, areamanager, master, player } = await makeChain(world)
const notices = createNoticeStore(db, { now: deps.now, newId: deps.newId, mails: false })
const cursor = createFeedCursor({ ...reportNotices({ ...deps, notices }), client, db, logger: silentLogger })
afterAll(() => world.close())

type Account = typeof master
let seq = 0

async function apply(
  change: 'opened' | 'answered',
  { by, of = player, assignee }: Record<string, Account | undefined>,
  person?: { id: string; name: string },
) {
  const { _id: accountId, username, role } = of as Account
  const data = {
    ...{ caseId: 'case-1', number: 12, subject: 'Win not paid', account: { accountId, username, role } },
    ...{ parentId: of === player ? master._id : areamanager._id, assigneeId: assignee?._id ?? null },
  }
  await applyEvent(`reports.case.${change}.v1`, data, { id: by?._id, username: by?.username, role: by?.role, person })
}

async function applyEvent(type: string, data: object, actor: object | null = null) {
  seq += 1
  const event = { id: `event-${seq}`, seq, at: '2026-01-05T10:00:00.000Z', correlationId: 'c', causationId: null }
  await cursor.apply([cursor.read({ ...event, type, actor, data } as never)].flatMap(read => read ?? []))
}

/** Empties the bells. */
async function readers() {
  const rows = await db.collection<{ accountId: string; kind: string }>('notices').find().toArray()
  await db.collection('notices').deleteMany()
  return rows.map(({ accountId, kind }) => [accountId, kind])
}

describe('the notices of a case', () => {
  it('reach the account above and the assignee, but not the player', async () => {
    await apply('opened', { by: player })
    expect(await readers()).toEqual([[master._id, 'case-opened']])
    await apply('answered', { by: player, assignee: admin })
    expect(await readers()).toEqual([
      [master._id, 'case-answered'],
      [admin._id, 'case-answered'],
    ])
  })

  it('reach the operator who opened it, and never the author', async () => {
    await apply('answered', { by: areamanager, of: master })
    expect(await readers()).toEqual([[master._id, 'case-answered']])
    await apply('answered', { by: master, assignee: master })
    expect(await readers()).toEqual([])
  })

  it('name the author, the number and the subject', async () => {
    await apply('opened', { by: player })
    const { body } = await world.call('GET /notices', { as: await world.actorOf(master.username) })
    const data = { by: player.username, caseId: 'case-1', number: 12, subject: 'Win not paid' }
    expect(body.data).toMatchObject([{ kind: 'case-opened', data }])
  })
})

describe('the notice of a report that was not mailed', () => {
  it('reaches its owner only', async () => {
    const data = {
      scheduleId: 's1',
      accountId: master._id,
      report: 'Turnover Report',
      from: '2026-01-05',
      to: '2026-01-11',
    }
    await readers()
    await applyEvent('reports.schedule.failed.v1', data)
    expect(await readers()).toEqual([[master._id, 'report-failed']])
  })
})

describe('the people of an account', () => {
  it('get its notices of cases if their rights let them see cases, except the author', async () => {
    const as = await world.actorOf(master.username)
    const [manager, auditor] = [await makePerson(world, as, 'manager'), await makePerson(world, as, 'auditor')]
    const former = await makePerson(world, as, 'manager')
    await makePerson(world, as, 'cashier')
    await world.call(`PUT /people/${former._id}`, { as, body: { status: 'inactive' } })
    await readers()
    await apply('opened', { by: player })
    const all = [master._id, manager._id, auditor._id].map(id => [id, 'case-opened'])
    expect((await readers()).toSorted()).toEqual(all.toSorted())
    await apply('answered', { by: master }, { id: manager._id, name: 'Anita Rao' })
    const { body } = await world.call('GET /notices', { as: await auditor.signIn() })
    expect(body.data).toMatchObject([{ kind: 'case-answered', data: { by: `Anita Rao (${master.username})` } }])
    const others = [master._id, auditor._id].map(id => [id, 'case-answered'])
    expect((await readers()).toSorted()).toEqual(others.toSorted())
  })
})
