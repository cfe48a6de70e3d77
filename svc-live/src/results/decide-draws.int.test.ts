import { gameCodes } from '@cascade/contracts/games'
import type { PendingResult } from '@cascade/contracts/live'
import { verifyChain } from '@cascade/draw-rules/verify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectPlay } from '../copies/play/project-play'
import { drawIdOf, type Pair } from '../draws/draw-id'
import { startDrawDeps } from '../testing/draw-deps'
import { createJournal } from '../testing/play-journal'
import { type Scratch, startScratch } from '../testing/scratch'
import { type DueDraw, decideDraws } from './decide-draws'

const gameId = gameCodes.funTarget
const operator = { accountId: 'a1', username: 'admin1', role: 'admin' as const }
let world: Scratch
let deps: Awaited<ReturnType<typeof startDrawDeps>>
let made = 0

beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
  deps = await startDrawDeps(world, [gameId, gameCodes.andharBahar])
})
afterAll(async () => {
  await deps?.catalogue.stop()
  await world?.stop()
})

/** A pair of its own, whose ledger tells what a test makes it tell. */
function makePair() {
  made += 1
  const pair: Pair = { adminId: `a${made}`, gameId }
  const journal = createJournal(pair.adminId)
  const drawAtMs = (draw: number) => journal.startMs + draw * 60_000
  const told = { count: 0 }
  return {
    pair,
    journal,
    drawAtMs,
    due: (draw: number): DueDraw => ({
      ...{ ...pair, drawId: drawIdOf(pair, drawAtMs(draw)), drawAtMs: drawAtMs(draw), gameVersion: 1, gameName: 'Fun' },
    }),
    bet: (draw: number, drawno: string, points: number) =>
      journal.stake(pair, {
        ...{ playerId: 'p', drawAtMs: drawAtMs(draw), lines: [[`straight:${drawno}`, points]] },
        atMs: drawAtMs(draw) - 30_000,
      }),
    async project() {
      const fresh = journal.events.slice(told.count)
      told.count = journal.events.length
      await world.transaction(tx => projectPlay(world.db, fresh, tx))
    },
    choose: (pending: Pick<PendingResult, 'result' | 'booster'>, draw: number) =>
      world.transaction(async tx => {
        const [chain] = await deps.chains.read([pair], tx)
        if (!chain) throw new Error('no chain')
        const at = new Date(drawAtMs(draw) - 20_000).toISOString()
        const drawId = drawIdOf(pair, drawAtMs(draw))
        await deps.chains.write([{ ...chain, pending: [{ ...pending, drawId, picks: {}, by: operator, at }] }], tx)
      }),
  }
}
type TestPair = ReturnType<typeof makePair>

async function documentsOf({ pair }: TestPair) {
  const rows = (await deps.records.ofChain(pair, 1, 1_000)).sort((a, b) => a.sequence - b.sequence)
  const descriptions = await deps.records.descriptionsOf(rows.map(({ sealed }) => sealed.record.descriptionDigest))
  return rows.map(({ sealed }) => ({ ...sealed, description: descriptions.get(sealed.record.descriptionDigest) }))
}

describe('draws', () => {
  it('are records of one chain that anybody can check, idle ones included', async () => {
    const table = makePair()
    for (let draw = 1; draw <= 5; draw++) {
      if (draw % 2 === 0) {
        table.bet(draw, '7', 10)
        table.journal.close(table.pair, table.drawAtMs(draw))
      }
      await table.project()
      await decideDraws(deps, [table.due(draw)])
    }
    const documents = await documentsOf(table)
    expect(documents.map(({ record }) => [record.sequence, record.stake])).toEqual([
      [1, '0'],
      [2, '1000'],
      [3, '0'],
      [4, '1000'],
      [5, '0'],
    ])
    expect(
      verifyChain(documents, [deps.signer.key])
        .flat()
        .filter(({ ok }) => !ok),
    ).toEqual([])
  })

  it('happen once, however often and by however many instances they are asked for', async () => {
    const table = makePair()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => decideDraws(deps, [table.due(1)])))
    const decided = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
    expect(decided).toHaveLength(1)
    expect(await decideDraws(deps, [table.due(1)])).toEqual([])
    expect(await documentsOf(table)).toHaveLength(1)
  })

  it('with tickets wait until the ledger has closed them', async () => {
    const table = makePair()
    table.bet(1, '7', 10)
    await table.project()
    expect(await decideDraws(deps, [table.due(1)])).toEqual([])
    table.journal.close(table.pair, table.drawAtMs(1))
    await table.project()
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(decided?.row.sealed.record).toMatchObject({ closingEvent: 2, stakes: { 'straight:7': '1000' } })
    expect(await deps.draws.open()).toEqual([])
    expect((await deps.jobs.ofDraw(table.due(1).drawId)).map(({ chunks, state }) => [chunks, state])).toEqual([
      [1, 'open'],
    ])
  })

  it('of many pairs share a transaction, and one that is not closed holds up no other', async () => {
    const tables = Array.from({ length: 4 }, makePair)
    tables[2]?.bet(1, '3', 5)
    await tables[2]?.project()
    const decided = await decideDraws(
      deps,
      tables.map(table => table.due(1)),
    )
    expect(decided.map(({ due }) => due.adminId)).toEqual(
      tables.filter((_, at) => at !== 2).map(({ pair }) => pair.adminId),
    )
  })
})

describe('a manual result', () => {
  it('is drawn with its booster, whatever it costs, and named in the record', async () => {
    const table = makePair()
    table.bet(1, '7', 100)
    table.journal.close(table.pair, table.drawAtMs(1))
    await table.project()
    await table.choose({ result: '7', booster: 2 }, 1)
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(decided?.row.sealed.record).toMatchObject({
      ...{ result: '7', policy: 'manual', payout: '180000', booster: { value: 2, reason: 'manual' } },
      manual: { by: operator },
    })
    expect((await deps.chains.read([table.pair]))[0]?.pending).toEqual([])
  })

  it('for another draw waits for that', async () => {
    const table = makePair()
    await table.choose({ result: '7', booster: 1 }, 2)
    await decideDraws(deps, [table.due(1)])
    expect((await deps.chains.read([table.pair]))[0]?.pending).toHaveLength(1)
    const [second] = await decideDraws(deps, [table.due(2)])
    expect(second?.row.sealed.record).toMatchObject({ result: '7', policy: 'manual' })
  })

  it('that the game does not know is void, and the policy decides', async () => {
    const table = makePair()
    await table.choose({ result: '99', booster: 1 }, 1)
    const [decided] = await decideDraws(deps, [table.due(1)])
    expect(decided?.row.sealed.record).toMatchObject({ policy: 'budgeted', manual: null })
  })
})

describe('the budget', () => {
  it('leaves out the wins of earlier draws that are still to be paid', async () => {
    const table = makePair()
    table.journal.changePool(table.pair, 100_000n, table.drawAtMs(0))
    table.bet(1, '7', 100)
    table.journal.close(table.pair, table.drawAtMs(1))
    await table.project()
    await table.choose({ result: '7', booster: 1 }, 1)
    await decideDraws(deps, [table.due(1)])
    const [unpaid] = await decideDraws(deps, [table.due(2)])
    expect(unpaid?.row.sealed.record.balance).toBe(String(100_000n + 10_000n - 90_000n))
    table.journal.settle(table.pair, table.drawAtMs(1), 90_000n)
    await table.project()
    const [paid] = await decideDraws(deps, [table.due(3)])
    expect(paid?.row.sealed.record.balance).toBe(String(20_000n))
  })
})

describe('what is told', () => {
  it('is every draw with tickets or with a chosen result, and no idle one', async () => {
    const table = makePair()
    await decideDraws(deps, [table.due(1)])
    await table.choose({ result: '4', booster: 1 }, 2)
    await decideDraws(deps, [table.due(2)])
    const told = (await world.rows('outbox')).filter(row => row.data.adminId === table.pair.adminId)
    expect(told.map(({ type, data }) => [type, data.result, data.by?.username])).toEqual([
      ['live.draw.resulted.v1', '4', 'admin1'],
    ])
  })
})

describe('a draw whose seed secret was taken away', () => {
  it('waits for it and holds up no other', async () => {
    const [lost, other] = [makePair(), makePair()]
    lost.bet(1, '7', 10)
    lost.journal.close(lost.pair, lost.drawAtMs(1))
    await lost.project()
    await deps.db
      .collection<{ _id: string }>('draws')
      .updateOne({ _id: lost.due(1).drawId }, { $set: { seedKeyId: 'gone' } })
    const decided = await decideDraws(deps, [lost.due(1), other.due(1)])
    expect(decided.map(({ due }) => due.adminId)).toEqual([other.pair.adminId])
  })
})
