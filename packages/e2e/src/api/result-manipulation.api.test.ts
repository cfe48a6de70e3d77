import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes, gamesApi, toPercentageId } from '@cascade/contracts/games'
import { type DrawDocument, liveApi, PublicRecord, type SeedChain } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { verifyRecord, verifyTicket } from '@cascade/draw-rules/verify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickGame } from '../support/quick-game'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, createBranch, fund } from '../support/world'

const patience = { timeout: 60_000, interval: 200 }
/** Of a 10 s draw: leaves time for changes between closing and drawing. */
const lockSeconds = 6
/** This long after its lock a draw is closed but not drawn yet. */
const closedMs = 3_000

let superadmin: Session
let branch: Branch
let admin: Session
let player: Session
let game: { _id: string; gameId: string }

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const pictures = masterDescription(gameCodes.titliSorrat) as GameDescription
  game = await makeQuickGame(api, superadmin, 'Pictures', pictures)
  await api.call(accountApi.admin.update, superadmin, {
    params: { id: branch.admin._id },
    body: { games: [game._id] } as never,
  })
  await fund(api, superadmin, 'player', branch.player._id, 10_000)
  admin = await api.login(branch.admin.username)
  player = await api.login(branch.player.username)
  await change(description => ({ ...description, draw: { ...description.draw, lockSeconds } }))
  await vi.waitFor(async () => expect((await live()).gameVersion).toBe(3), patience)
}, 180_000)

const offering = () => ({ adminId: branch.admin._id, gameId: game.gameId })
const live = async () => (await api.call(liveApi.loadGame, admin, { query: offering() })).data

async function change(edit: (description: GameDescription) => GameDescription): Promise<number> {
  const params = { id: game._id }
  const { version, description } = (await api.call(gamesApi.description, superadmin, { params })).data
  const body = { version, description: edit(description) }
  return (await api.call(gamesApi.changeDescription, superadmin, { params, body })).data.version
}

const documentsOf = async (drawId: string) =>
  (await api.call(liveApi.draw, admin, { params: { drawId } })).data.documents

const recordOf = (drawId: string) =>
  vi.waitFor(async () => {
    const [first] = await documentsOf(drawId)
    if (!first) throw new Error('not drawn yet')
    return first
  }, patience)

describe('a change after the closing', () => {
  it('does not affect the draw and appears in the next record', async () => {
    await api.call(liveApi.addBalance, admin, { body: { ...offering(), type: 'add', balance: 1_000 } })
    // Bets on 11 of 12 pictures: the twelfth would cost the house nothing.
    const bets = Array.from({ length: 11 }, (_, at) => ({ type: 'straight', drawno: String(at + 1), quantity: 10 }))
    const { ticketId, drawId, commitment } = await vi.waitFor(async () => {
      return (await api.call(liveApi.createBet, player, { body: { gameId: game.gameId, bets } })).data
    }, patience)
    const timer = await api.call(liveApi.timer, player, { query: { gameId: game.gameId } })
    expect([timer.drawId, timer.commitment]).toEqual([drawId, commitment])
    const lockAtMs = Date.parse((await live()).lockAt)
    await vi.waitFor(async () => {
      const { now, drawId: open } = await live()
      expect(open).toBe(drawId)
      expect(Date.parse(now)).toBeGreaterThan(lockAtMs + closedMs)
    }, patience)

    await api.call(liveApi.addBalance, admin, { body: { ...offering(), type: 'remove' } })
    const id = toPercentageId(branch.admin._id, game.gameId)
    await api.call(gamesApi.setPercentages, superadmin, {
      params: { id: branch.admin._id },
      body: { updates: [{ id, winpercentage: 99 }] },
    })
    const version = await change(description => ({ ...description, policy: 'random' }))
    expect(await documentsOf(drawId)).toEqual([])

    const steered = await recordOf(drawId)
    expect(steered.record).toMatchObject({ gameVersion: 3, policy: 'budgeted', candidates: { count: 12, fits: true } })
    expect(steered.confidential).toMatchObject({
      balance: '111000',
      winpercentage: '1000',
      budget: '99900',
      manual: null,
    })
    expect(faultsOf(steered)).toEqual([])

    const changes = await changesAfter(drawId, 3)
    expect(changes.map(({ what, from, to, by }) => [what, from, to, by?.username])).toEqual(
      expect.arrayContaining([
        ['balance', '111000', '0', branch.admin.username],
        ['percentage', '1000', '9900', superadmin.user.username],
        ['description', '3', String(version), superadmin.user.username],
      ]),
    )
    await expectPublicRecordHidesFigures(steered, ticketId)
  })
})

const faultsOf = (document: DrawDocument, seeds?: readonly SeedChain[]) =>
  verifyRecord(document, seeds ? { seeds } : {}).filter(({ ok }) => !ok)

/** Changes listed by the records after a draw, up to `count`; a new game version takes effect some draws later. */
async function changesAfter(drawId: string, count: number) {
  const drawAtMs = (seconds: number) => Number(drawId.split('_').at(-1)) + seconds
  const changes: NonNullable<DrawDocument['confidential']>['changes'] = []
  for (let draw = 1; changes.length < count && draw <= 4; draw++) {
    const next = await recordOf(drawId.replace(/\d+$/, String(drawAtMs(draw * 10))))
    changes.push(...(next.confidential?.changes ?? []))
  }
  return changes
}

/**
 * A ticket holder can verify the draw and the ticket in it, but sees neither figures nor names.
 * A caller who only guesses the draw id cannot tell whether the draw exists.
 */
async function expectPublicRecordHidesFigures({ record, confidential }: DrawDocument, ticketId: string) {
  const path = liveApi.record.path.replace(':drawId', record.drawId)
  const { body, status } = await api.send('GET', `${path}?ticketId=${ticketId}`, {})
  expect(status).toBe(200)
  const strangers = await Promise.all(
    [path, `${path}?ticketId=other`, `${path}1`].map(each => api.send('GET', each, {})),
  )
  const rejections = strangers.map(({ status, body: { requestId: _id, ...rest } }) => ({ status, rest }))
  expect(rejections.map(rejection => rejection.status)).toEqual([404, 404, 404])
  expect(new Set(rejections.map(({ rest }) => JSON.stringify(rest))).size).toBe(1)
  const text = JSON.stringify(body)
  for (const hidden of ['balance', 'winpercentage', 'budget', 'counter', 'salt', branch.admin.username]) {
    expect([hidden, text.includes(`"${hidden}"`)]).toEqual([hidden, false])
  }
  expect(text).not.toContain(confidential?.salt)
  const { documents, seeds } = PublicRecord.parse(body.data)
  expect(documents.map(document => faultsOf(document, seeds))).toEqual([[]])
  const query = { ticketId, gameId: game.gameId }
  const { proof } = await api.call(liveApi.ticket, admin, { query })
  expect(verifyTicket({ record }, proof)).toMatchObject({ ok: true })
}

describe('an admin', () => {
  it('can add at most the remaining credit line to a game', async () => {
    const params = { id: branch.admin._id }
    // Refilling a negative pool adds no debt, so reset the pool to 0 first.
    await api.call(liveApi.addBalance, admin, { body: { ...offering(), type: 'remove' } as never })
    const { creditUsed = 0 } = (await api.call(accountApi.admin.read, superadmin, { params })).data
    await api.call(accountApi.admin.update, superadmin, { params, body: { creditLine: creditUsed + 50 } as never })
    const add = async (balance: number) => {
      const body = { ...offering(), type: 'add', balance }
      const answer = await api.send('POST', liveApi.addBalance.path, { body, token: admin.token })
      return [answer.status, answer.body.reason, answer.body.message, answer.body.creditLeft]
    }
    const words = "Beyond the admin's credit line: 50.00 points are left."
    expect(await add(50.01)).toEqual([400, 'CREDIT_LINE', words, 50])
    expect((await add(50))[0]).toBe(200)
    const after = (await api.call(accountApi.admin.read, admin, { params })).data
    expect(after).toMatchObject({ creditLine: creditUsed + 50, creditUsed: creditUsed + 50 })
  })
})
