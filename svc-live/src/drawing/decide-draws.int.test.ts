import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf, type PendingResult } from '@cascade/contracts/live'
import { verifyChain, verifyTicket } from '@cascade/draw-rules/verify'
import { afterAll, describe, expect, it } from 'vitest'
import { gamesFeed } from '../catalog/games'
import type { Offering } from '../catalog/offering'
import { projectPlay } from '../projections/project-play'
import { buildTicketProof } from '../records/ticket-tree'
import { startDrawDeps } from '../testing/draw-deps'
import { createJournal } from '../testing/play-journal'
import { startScratch } from '../testing/scratch'
import { readClosingFigures } from './closing-figures'
import { type DueDraw, decideDraws } from './decide-draws'

const gameId = gameCodes.funTarget
const operator = { accountId: 'a1', username: 'admin1', role: 'admin' as const }
let offeringCount = 0

const world = await startScratch()
const deps = await startDrawDeps(world, [gameId, gameCodes.andharBahar])
afterAll(() => world.stop())

function makeOffering() {
  offeringCount += 1
  const offering: Offering = { adminId: `a${offeringCount}`, gameId }
  const journal = createJournal(offering.adminId)
  const drawAtMs = (draw: number) => journal.startMs + draw * 60_000
  const projected = { count: 0 }
  const project = async () => {
    const fresh = journal.events.slice(projected.count)
    projected.count = journal.events.length
    await world.transaction(tx => projectPlay(world.db, fresh, tx))
  }
  return {
    offering,
    journal,
    drawAtMs,
    due: (draw: number): DueDraw => ({
      ...offering,
      drawId: drawIdOf(offering, drawAtMs(draw)),
      drawAtMs: drawAtMs(draw),
      gameVersion: 1,
      gameName: 'Fun',
    }),
    bet: (draw: number, drawno: string, points: number, salt?: string) =>
      journal.stake(offering, {
        playerId: 'p',
        drawAtMs: drawAtMs(draw),
        lines: [[`straight:${drawno}`, points]],
        atMs: drawAtMs(draw) - 30_000,
        ...(salt && { salt }),
      }),
    project,
    async close(draw: number) {
      await project()
      const [details] = await readClosingFigures(deps, [{ ...offering, gameVersion: 1 }])
      journal.close(offering, drawAtMs(draw), details)
    },
    choose: (pending: Pick<PendingResult, 'result' | 'booster'>, draw: number) =>
      world.transaction(async tx => {
        const [chain] = await deps.chains.read([offering], tx)
        if (!chain) throw new Error('no chain')
        const at = new Date(drawAtMs(draw) - 20_000).toISOString()
        const drawId = drawIdOf(offering, drawAtMs(draw))
        await deps.chains.write([{ ...chain, pending: [{ ...pending, drawId, picks: {}, by: operator, at }] }], tx)
      }),
  }
}
type TestOffering = ReturnType<typeof makeOffering>

async function readDocuments({ offering }: TestOffering) {
  const rows = (await deps.records.findInChain(offering, 1, 1_000)).sort((a, b) => a.sequence - b.sequence)
  return deps.records.readDocuments(rows)
}

describe('the engine', () => {
  it('forms one verifiable chain of records, draws without bets included', async () => {
    const table = makeOffering()
    for (let draw = 1; draw <= 5; draw++) {
      if (draw % 2 === 0) {
        table.bet(draw, '7', 10)
        await table.close(draw)
      }
      await table.project()
      await decideDraws(deps, [table.due(draw)])
    }
    const documents = await readDocuments(table)
    expect(documents.map(({ record }) => [record.sequence, record.stake])).toEqual([
      [1, '0'],
      [2, '1000'],
      [3, '0'],
      [4, '1000'],
      [5, '0'],
    ])
    expect(
      verifyChain(documents, { publicKeys: [deps.signer.key], seeds: await deps.publicChains() })
        .flat()
        .filter(({ ok }) => !ok),
    ).toEqual([])
  })

  it('draws each draw once, however many instances try', async () => {
    const table = makeOffering()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => decideDraws(deps, [table.due(1)])))
    const decided = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
    expect(decided).toHaveLength(1)
    expect(await decideDraws(deps, [table.due(1)])).toEqual([])
    expect(await readDocuments(table)).toHaveLength(1)
  })

  it('does not draw a draw with tickets before the ledger has closed it', async () => {
    const table = makeOffering()
    table.bet(1, '7', 10)
    await table.project()
    expect(await decideDraws(deps, [table.due(1)])).toEqual([])
    await table.close(1)
    await table.project()
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(decided?.row.sealed.record).toMatchObject({ closingEvent: 2, stakes: { 'straight:7': '1000' } })
    expect(await deps.draws.listOpen()).toEqual([])
    expect((await deps.payoutRuns.findByDraw(table.due(1).drawId)).map(({ chunks, state }) => [chunks, state])).toEqual(
      [[1, 'open']],
    )
  })

  it('draws many offerings in one transaction, and an unclosed draw does not block the others', async () => {
    const tables = Array.from({ length: 4 }, makeOffering)
    tables[2]?.bet(1, '3', 5)
    await tables[2]?.project()
    const decided = await decideDraws(
      deps,
      tables.map(table => table.due(1)),
    )
    expect(decided.map(({ due }) => due.adminId)).toEqual(
      tables.filter((_, at) => at !== 2).map(({ offering }) => offering.adminId),
    )
  })
})

describe('the engine with a manual result', () => {
  it('draws the manual result with its booster, whatever it costs, and lists it in the record', async () => {
    const table = makeOffering()
    table.bet(1, '7', 100)
    await table.close(1)
    await table.project()
    await table.choose({ result: '7', booster: 2 }, 1)
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(decided?.row.sealed).toMatchObject({
      record: { result: '7', policy: 'manual', payout: '180000', booster: { value: 2, reason: 'manual' } },
      confidential: { manual: { by: operator } },
    })
    expect((await deps.chains.read([table.offering]))[0]?.pending).toEqual([])
  })

  it('keeps a manual result for its own draw only', async () => {
    const table = makeOffering()
    await table.choose({ result: '7', booster: 1 }, 2)
    await decideDraws(deps, [table.due(1)])
    expect((await deps.chains.read([table.offering]))[0]?.pending).toHaveLength(1)
    const [second] = await decideDraws(deps, [table.due(2)])
    expect(second?.row.sealed.record).toMatchObject({ result: '7', policy: 'manual' })
  })

  it('ignores a manual result that the game does not know, and the policy decides', async () => {
    const table = makeOffering()
    await table.choose({ result: '99', booster: 1 }, 1)
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(decided?.row.sealed.record).toMatchObject({ policy: 'budgeted', manual: null })
  })
})

const confidentialOf = (decided: Awaited<ReturnType<typeof decideDraws>>) => decided[0]?.row.sealed.confidential

describe('the budget of a draw', () => {
  async function afterOneWin() {
    const table = makeOffering()
    table.journal.changePool(table.offering, 100_000n, table.drawAtMs(0))
    table.bet(1, '7', 100)
    await table.close(1)
    await table.project()
    await table.choose({ result: '7', booster: 1 }, 1)
    await decideDraws(deps, [table.due(1)])
    table.bet(2, '7', 100)
    return table
  }

  it('excludes unpaid wins of earlier draws', async () => {
    const table = await afterOneWin()
    await table.close(2)
    // Paid before the second draw: its frozen figures had counted the win as unpaid.
    table.journal.settle(table.offering, table.drawAtMs(1), 90_000n)
    await table.project()
    expect(confidentialOf(await decideDraws(deps, [table.due(2)]))?.balance).toBe(String(120_000n - 90_000n))
    table.bet(3, '7', 100)
    await table.close(3)
    await table.project()
    expect(confidentialOf(await decideDraws(deps, [table.due(3)]))?.balance).toBe(String(130_000n - 90_000n))
  })

  it('counts a payment once when it is booked between reading the figures and closing', async () => {
    const table = await afterOneWin()
    await table.project()
    const [details] = await readClosingFigures(deps, [{ ...table.offering, gameVersion: 1 }])
    table.journal.settle(table.offering, table.drawAtMs(1), 90_000n)
    table.journal.close(table.offering, table.drawAtMs(2), details)
    await table.project()
    expect(confidentialOf(await decideDraws(deps, [table.due(2)]))?.balance).toBe(String(30_000n))
  })

  it('excludes the win of an earlier draw that is drawn after the closing', async () => {
    const table = makeOffering()
    table.journal.changePool(table.offering, 100_000n, table.drawAtMs(0))
    for (const draw of [1, 2]) {
      table.bet(draw, '7', 100)
      await table.close(draw)
    }
    await table.project()
    await table.choose({ result: '7', booster: 1 }, 1)
    await decideDraws(deps, [table.due(1)])
    expect(confidentialOf(await decideDraws(deps, [table.due(2)]))?.balance).toBe(String(120_000n - 90_000n))
  })

  it('is not recorded for a draw without bets', async () => {
    const table = makeOffering()
    table.journal.changePool(table.offering, 100_000n, table.drawAtMs(0))
    await table.project()
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(confidentialOf(decided ? [decided] : [])).toMatchObject({ balance: null, winpercentage: null, budget: null })
  })
})

describe('an operator change after the closing', () => {
  const percentage = (
    offering: Offering,
    version: number,
    winpercentage: number,
    before = 10,
    at = '2026-03-01T23:59:58.000Z',
  ) =>
    world.transaction(tx =>
      gamesFeed.project(
        world.db,
        [
          {
            id: `${offering.adminId}-${version}`,
            type: 'games.percentage.changed.v1',
            at,
            actor: { id: 'op', username: 'admin1', role: 'admin' },
            correlationId: 't',
            causationId: null,
            seq: version,
            data: { _id: `${offering.adminId}_${gameId}`, ...offering, before, winpercentage, version },
          },
        ],
        tx,
      ),
    )

  it('is listed in the next record, with author and time, without effect on the closed draw', async () => {
    const table = makeOffering()
    await decideDraws(deps, [table.due(0)])
    table.journal.changePool(table.offering, 100_000n, table.drawAtMs(0))
    table.bet(1, '7', 100)
    await table.close(1)
    table.journal.resetPool(table.offering, table.drawAtMs(1) - 1_000)
    await table.project()
    await percentage(table.offering, 1, 99)
    const [first] = await decideDraws(deps, [table.due(1)])
    expect(first?.row.sealed.confidential).toMatchObject({
      balance: '110000',
      winpercentage: '1000',
      budget: '99000',
      changes: [{ what: 'balance', from: '0', to: '100000', by: { username: 'admin1' } }],
    })
    const [second] = await decideDraws(deps, [table.due(2)])
    expect(second?.row.sealed.confidential?.changes).toEqual([
      { what: 'percentage', from: '1000', to: '9900', by: operatorOf('op'), at: '2026-03-01T23:59:58.000Z' },
      { what: 'balance', from: '110000', to: '0', by: operatorOf('op'), at: expect.any(String) },
    ])
    expect(second?.row.expiresAt).toBeUndefined()
    const [third] = await decideDraws(deps, [table.due(3)])
    expect(third?.row.sealed.confidential?.changes).toEqual([])
    expect(
      await world.db.collection('draw_changes').countDocuments({ pair: `${table.offering.adminId}|${gameId}` }),
    ).toBe(0)
  })

  it('counts for the next draw after the lock, even if the closing comes later', async () => {
    const table = makeOffering()
    const { draw } = (await deps.catalog.rules(gameId, 1)).description
    const lockAtMs = table.drawAtMs(1) - draw.lockSeconds * 1_000
    const earlier = { what: 'balance', from: '10000', to: '110000' }
    const later = { what: 'balance', from: '110000', to: '0' }
    const raised = { what: 'percentage', from: '1000', to: '9900' }
    table.bet(1, '7', 100)
    table.journal.changePool(table.offering, 100_000n, lockAtMs - 1)
    table.journal.resetPool(table.offering, lockAtMs)
    await percentage(table.offering, 1, 99, 10, new Date(lockAtMs).toISOString())
    await table.close(1)
    await table.project()
    const first = confidentialOf(await decideDraws(deps, [table.due(1)]))
    expect(first).toMatchObject({ balance: '110000', winpercentage: '1000', changes: [earlier] })
    table.bet(2, '7', 100)
    await table.close(2)
    await table.project()
    const second = confidentialOf(await decideDraws(deps, [table.due(2)]))
    const changes = expect.arrayContaining([later, raised].map(change => expect.objectContaining(change)))
    expect(second).toMatchObject({ balance: '10000', winpercentage: '9900', changes })
    expect(second?.changes).toHaveLength(2)
    const chain = verifyChain(await readDocuments(table)).flatMap(each => each.filter(({ name }) => name === 'chain'))
    expect(chain.filter(({ ok }) => !ok)).toEqual([])
  })

  it('is listed once even after a rebuild; more changes than fit are spread over several records', async () => {
    const table = makeOffering()
    for (let change = 0; change < 130; change++)
      table.journal.changePool(table.offering, 100n, table.drawAtMs(0) + change)
    await table.project()
    const lengths: (number | undefined)[] = []
    for (const draw of [1, 2, 3]) {
      lengths.push(confidentialOf(await decideDraws(deps, [table.due(draw)]))?.changes.length)
      if (draw === 2) await world.transaction(tx => projectPlay(world.db, table.journal.events, tx))
    }
    expect(lengths).toEqual([100, 30, 0])
  })
})

const operatorOf = (accountId: string) => ({ accountId, username: 'admin1', role: 'admin' })

describe('the record of a draw', () => {
  it('commits to the tickets with their root, for one ticket or many, and proves each', async () => {
    const table = makeOffering()
    // Of 1.0.0 until the upgrade in the middle of the draw.
    const saltOf = (at: number) => (at < 600 ? undefined : String(at).padStart(32, '0'))
    const ids = Array.from({ length: 1_100 }, (_, at) => table.bet(1, String(at % 10), 1 + (at % 7), saltOf(at)))
    await table.project()
    const [found] = await deps.tickets.findByIds(ids.slice(0, 1))
    if (!found) throw new Error('no ticket')
    expect(await buildTicketProof(deps, found)).toBeNull()
    await table.close(1)
    await table.project()
    expect(Object.keys((await deps.draws.find(table.due(1).drawId))?.blocks ?? {})).toEqual(['0', '1'])
    const [decided] = await decideDraws(deps, [table.due(1)])
    const record = decided?.row.sealed.record
    if (!record) throw new Error('not drawn')
    for (const place of [0, 511, 512, 1_023, 1_024, 1_099]) {
      const [ticket] = await deps.tickets.findByIds(ids.slice(place, place + 1))
      const proof = ticket && (await buildTicketProof(deps, ticket))
      expect([place, verifyTicket({ record }, proof)]).toMatchObject([place, { ok: true }])
      expect(proof?.ticket.salt).toBe(saltOf(place))
      const forged = proof && { ...proof, ticket: { ...proof.ticket, salt: 'ab'.repeat(16) } }
      expect(verifyTicket({ record }, forged)).toMatchObject({ ok: false })
      expect(verifyTicket({ record }, { ...proof, index: (place + 1) % 1_100 })).toMatchObject({ ok: false })
    }
  })
})

describe('the engine', () => {
  it('publishes results of draws with tickets or a manual result, not of idle draws', async () => {
    const table = makeOffering()
    await decideDraws(deps, [table.due(1)])
    await table.choose({ result: '4', booster: 1 }, 2)
    await decideDraws(deps, [table.due(2)])
    const events = (await world.rows('outbox')).filter(row => row.data.adminId === table.offering.adminId)
    expect(events.map(({ type, data }) => [type, data.result, data.by?.username])).toEqual([
      ['live.draw.resulted.v1', '4', 'admin1'],
    ])
  })
})

describe('the engine', () => {
  it('leaves a draw without a configured seed waiting, without blocking others', async () => {
    const [lost, other] = [makeOffering(), makeOffering()]
    lost.bet(1, '7', 10)
    await lost.close(1)
    await lost.project()
    await deps.db
      .collection<{ _id: string }>('draws')
      .updateOne({ _id: lost.due(1).drawId }, { $set: { seedKeyId: 'gone' } })
    const decided = await decideDraws(deps, [lost.due(1), other.due(1)])
    expect(decided.map(({ due }) => due.adminId)).toEqual([other.offering.adminId])
  })
})
