import { createFeedCursor } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'
import { caseNotices } from './case-notices'
import { createNoticeStore } from './notice-store'

const world = await makeWorld()
const { client, db, deps } = world
const { admin, areamanager, master, player } = await makeChain(world)
const notices = createNoticeStore(db, { now: deps.now, newId: deps.newId, mails: false })
const cursor = createFeedCursor({ ...caseNotices({ notices }), client, db, logger: silentLogger })
afterAll(() => world.close())

type Account = typeof master
let seq = 0

async function apply(
  change: 'opened' | 'answered',
  { by, of = player, assignee }: Record<string, Account | undefined>,
) {
  seq += 1
  const { _id: accountId, username, role } = of as Account
  const event = {
    ...{ id: `case-event-${seq}`, seq, at: '2026-01-05T10:00:00.000Z', correlationId: 'c', causationId: null },
    type: `reports.case.${change}.v1`,
    actor: { id: by?._id, username: by?.username, role: by?.role },
    data: {
      ...{ caseId: 'case-1', number: 12, subject: 'Win not paid', account: { accountId, username, role } },
      ...{ parentId: of === player ? master._id : areamanager._id, assigneeId: assignee?._id ?? null },
    },
  }
  await cursor.apply([cursor.read(event as never)].flatMap(read => read ?? []))
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
