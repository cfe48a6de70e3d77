import type { AccountSnapshot } from '@cascade/contracts/accounts'
import {
  type Case,
  type Complaint,
  caseAnswersMax,
  caseTexts,
  type Dashboard,
  openCasesMax,
} from '@cascade/contracts/reports'
import { accountCreated, actorOf, eventually, makeAccount, type TestAnswer } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { startWorld } from '../../testing/world'

const world = await startWorld()
const { root, admin, manager, area, master, player, rival } = world.tree
const other = makeAccount({ role: 'player', parent: master })
await world.producer.emit(accountCreated(other))
await world.games.emit({
  type: 'games.game.created.v1',
  data: {
    ...{ _id: 'g1', gameId: 'G1', gameName: 'One', nodigit: 10, timecount: 60 },
    ...{ status: 'active', deleted: false, version: 1 },
  },
})
await world.caughtUp()
afterAll(() => world.stop())

const call = (as: AccountSnapshot, line: string, body?: object) => world.call(actorOf(as), line, body)
const dataOf = ({ body }: TestAnswer) => body.data as Case
const input = { subject: 'Win not paid', text: 'It did not arrive.' }
const open = async (as: AccountSnapshot, fields?: object) => {
  const response = await call(as, as.role === 'player' ? 'POST /play/cases' : 'POST /cases', { ...input, ...fields })
  expect(response.status).toBe(201)
  return dataOf(response)
}
const idsOf = async (as: AccountSnapshot, query = '') => {
  const { body } = await call(as, `GET /cases?size=100${query}`)
  return (body.data as Case[]).map(({ _id }) => _id)
}
const drawOf = (account: AccountSnapshot, gameId = 'G1') => `${account.accountId}_${gameId}_1772359200`

describe('the case of a player', () => {
  it('is listed and read by the accounts above only, newest first', async () => {
    const [first, second] = [await open(player), await open(player, { subject: 'Second' })]
    for (const as of [root, admin, manager, area, master]) {
      expect((await idsOf(as)).slice(0, 2)).toEqual([second._id, first._id])
    }
    expect(await idsOf(rival)).toEqual([])
    for (const line of ['GET', 'POST /answer', 'POST /close', 'POST /assign']) {
      const [method, action = ''] = line.split(' ')
      const body = action === '/assign' ? { userId: rival.accountId } : { text: 'x' }
      const path = `${method} /cases/${first._id}${action}`
      expect((await call(rival, path, method === 'GET' ? undefined : body)).status).toBe(404)
    }
    expect(dataOf(await call(master, `GET /cases/${first._id}`))).toMatchObject({
      ...{ ...input, state: 'open', assignee: null, answers: [], contact: null },
      account: { accountId: player.accountId, username: player.username, role: 'player' },
      candidates: [{ accountId: master.accountId }],
    })
  })

  it('is read and answered by that player only, who sees the role of an operator but no name', async () => {
    const { _id } = await open(player)
    expect((await call(other, `GET /play/cases/${_id}`)).status).toBe(404)
    expect((await call(other, `POST /play/cases/${_id}/answer`, { text: 'x' })).status).toBe(404)
    expect((await call(player, `GET /cases/${_id}`)).status).toBe(403)
    await call(master, `POST /cases/${_id}/answer`, { text: 'It was paid.' })
    const { body } = await call(player, `POST /play/cases/${_id}/answer`, { text: 'Thank you.' })
    const answers = [
      { role: 'master', text: 'It was paid.' },
      { role: 'player', text: 'Thank you.' },
    ]
    expect(body.data).toMatchObject({ answers })
    expect(JSON.stringify(body)).not.toContain(master.username)
    const { data, total } = (await call(other, 'GET /play/cases')).body
    expect([data, total]).toEqual([[], 0])
  })

  it('names the person of an account who opened or answered it', async () => {
    const person = { id: 'p1', name: 'Anita Rao' }
    const anita = { ...actorOf(master), person: { ...person, rights: ['cases.manage' as const] } }
    const opened = dataOf(await world.call(anita, 'POST /cases', input))
    expect(opened.account).toEqual({ accountId: master.accountId, username: master.username, role: 'master', person })
    const answered = dataOf(await world.call(anita, `POST /cases/${opened._id}/answer`, { text: 'More.' }))
    expect(answered.answers).toMatchObject([{ by: { username: master.username, person } }])
    expect(dataOf(await call(area, `GET /cases/${opened._id}`))).toMatchObject({
      account: { person },
      answers: [{ by: { person } }],
    })
  })

  it('is closed with a last answer, and opened again by an answer', async () => {
    const { _id, number } = await open(player)
    const closed = dataOf(await call(area, `POST /cases/${_id}/close`, { text: 'Done.' }))
    expect(closed).toMatchObject({ state: 'closed', answers: [{ text: 'Done.', by: { username: area.username } }] })
    expect(await idsOf(master, '&state=open')).not.toContain(_id)
    expect(await idsOf(master, '&state=closed')).toEqual([_id])
    await call(player, `POST /play/cases/${_id}/answer`, { text: 'Not yet.' })
    expect(await idsOf(master, `&state=open&q=%23${number}`)).toEqual([_id])
  })

  it('is assigned to an account above it in the subtree of the caller', async () => {
    const { _id } = await open(player)
    const assign = (as: AccountSnapshot, to: AccountSnapshot) =>
      call(as, `POST /cases/${_id}/assign`, { userId: to.accountId })
    for (const to of [admin, rival, player, other]) expect((await assign(manager, to)).status).toBe(404)
    expect(dataOf(await assign(manager, master)).assignee?.username).toBe(master.username)
    expect(await idsOf(admin, `&assignee=${master.accountId}`)).toEqual([_id])
    expect(await idsOf(admin, `&assignee=${area.accountId}`)).toEqual([])
  })

  it('links a ticket of the player with its draw, or a draw of the admin', async () => {
    world.tickets.set('own', { playerId: player.accountId, drawId: drawOf(admin) })
    world.tickets.set('others', { playerId: other.accountId, drawId: drawOf(admin) })
    expect(await open(player, { ticketId: 'own' })).toMatchObject({ ticketId: 'own', drawId: drawOf(admin) })
    expect(await open(player, { drawId: drawOf(admin) })).toMatchObject({ ticketId: null, drawId: drawOf(admin) })
    expect(await open(master, { ticketId: 'others' })).toMatchObject({ ticketId: 'others' })
    for (const fields of [
      { ticketId: 'others' },
      { ticketId: 'missing' },
      { ticketId: 'own', drawId: drawOf(rival) },
      { drawId: drawOf(rival) },
      { drawId: drawOf(admin, 'G2') },
      { drawId: 'x' },
    ]) {
      const { status, body } = await call(player, 'POST /play/cases', { ...input, ...fields })
      expect([status, body.errors]).toEqual([404, { [Object.keys(fields)[0] ?? '']: caseTexts.noLink }])
    }
  })

  it('is found by words of its text, and by the name of its account', async () => {
    const { _id } = await open(player, { text: 'Pérdida en la ruleta' })
    expect(await idsOf(admin, '&q=PERDIDA')).toEqual([_id])
    expect(await idsOf(admin, `&q=${player.username}`)).toContain(_id)
    expect(await idsOf(rival, '&q=PERDIDA')).toEqual([])
  })

  it('follows its account into another branch', async () => {
    const moved = makeAccount({ role: 'player', parent: master })
    await world.producer.emit(accountCreated(moved))
    await world.caughtUp()
    const { _id } = await open(moved)
    expect(await idsOf(master)).toContain(_id)
    const ancestry = { superadmin: root.accountId, admin: rival.accountId }
    const data = { ...moved, ancestry, parentId: rival.accountId, version: 2 }
    await world.producer.emit({ type: 'accounts.account.updated.v1', data })
    await eventually(async () => (await idsOf(rival)).includes(_id))
    expect(await idsOf(master)).not.toContain(_id)
    expect((await call(master, `GET /cases/${_id}`)).status).toBe(404)
  })

  it('is announced to the account above and to the assignee', async () => {
    const { _id, number } = await open(player)
    await call(area, `POST /cases/${_id}/assign`, { userId: area.accountId })
    await call(player, `POST /play/cases/${_id}/answer`, { text: 'Please.' })
    const { accountId, username, role } = player
    const shared = { caseId: _id, number, subject: input.subject, account: { accountId, username, role } }
    for (const [type, assigneeId] of [
      ['opened', null],
      ['answered', area.accountId],
    ] as const) {
      const events = await world.db
        .collection('outbox')
        .find({ type: `reports.case.${type}.v1` })
        .toArray()
      expect(events.at(-1)?.data).toEqual({ ...shared, parentId: master.accountId, assigneeId })
    }
  })

  it('is counted on the dashboard of the accounts above while it is open', async () => {
    const countOf = async (as: AccountSnapshot) => {
      const { hands } = (await call(as, 'GET /reports/dashboard')).body.data as Dashboard
      return hands?.find(({ kind }) => kind === 'cases')?.count ?? 0
    }
    const before = await countOf(master)
    const { _id } = await open(player)
    expect([await countOf(master), await countOf(rival)]).toEqual([before + 1, 1])
    await call(master, `POST /cases/${_id}/close`, {})
    expect(await countOf(master)).toBe(before)
  })

  it.each([
    ['an unknown field', { accountId: 'x' }],
    ['no subject', { subject: ' ' }],
    ['no text', { text: '' }],
    ['a text that is too long', { text: 'x'.repeat(2_001) }],
  ])('is rejected with %s', async (_fault, fields) => {
    expect((await call(player, 'POST /play/cases', { ...input, ...fields })).status).toBe(400)
  })
})

describe('an account with the maximum of open cases', () => {
  it('opens another one only after one is closed', async () => {
    const opened = await Promise.all(Array.from({ length: openCasesMax }, () => open(other)))
    const rejected = await call(other, 'POST /play/cases', input)
    expect([rejected.status, rejected.body.reason]).toEqual([400, 'CASE_LIMIT'])
    await call(master, `POST /cases/${opened[0]?._id}/close`, {})
    await open(other)
  })
})

describe('a case with the maximum of answers', () => {
  it('takes no other answer, but is closed', async () => {
    const { _id } = await open(manager)
    const answer = () => call(manager, `POST /cases/${_id}/answer`, { text: 'x' })
    for (let count = 0; count < caseAnswersMax; count++) expect((await answer()).status).toBe(200)
    const rejected = await answer()
    expect([rejected.status, rejected.body.reason]).toEqual([400, 'CASE_LIMIT'])
    expect((await call(manager, `POST /cases/${_id}/close`, {})).status).toBe(200)
  })
})

describe('a message of the public', () => {
  const message = {
    ...{ enquiryType: 'Payment', fullName: 'Grace Hopper', email: 'grace@example.org', mobile: '+91 98765 43210' },
    complaintDetails: 'My points are gone.',
  }
  const complaints = async () => (await call(root, 'GET /complaint?limit=100')).body.data as Complaint[]

  it('is a case of the superadmins only, with its sender', async () => {
    await call(root, 'POST /complaint', message)
    const [_id = ''] = await idsOf(root)
    expect(dataOf(await call(root, `GET /cases/${_id}`))).toMatchObject({
      ...{ subject: 'Payment', text: message.complaintDetails, state: 'open', account: null },
      contact: { fullName: 'Grace Hopper', email: message.email, mobile: message.mobile },
    })
    expect(await idsOf(admin)).not.toContain(_id)
    expect((await call(admin, `GET /cases/${_id}`)).status).toBe(404)
    await call(root, `POST /cases/${_id}/close`, { text: 'Sent by mail.' })
    expect(await complaints()).toMatchObject([{ _id, status: 'Completed', by: { username: root.username } }])
  })

  it('is listed as a complaint, without the cases of accounts', async () => {
    const { _id } = await open(player)
    expect((await complaints()).map(({ enquiryType }) => enquiryType)).toEqual(['Payment'])
    expect((await call(admin, `PATCH /complaint/${_id}/status`, { status: 'Completed' })).status).toBe(404)
  })
})
