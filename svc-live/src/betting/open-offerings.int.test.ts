import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import { afterAll, describe, expect, it } from 'vitest'
import { decideDraws } from '../drawing/decide-draws'
import { projectPlay } from '../projections/project-play'
import { startDrawDeps } from '../testing/draw-deps'
import { createJournal, type Journal } from '../testing/play-journal'
import { startScratch } from '../testing/scratch'
import { createOpenOfferings } from './open-offerings'

const gameId = gameCodes.funTarget
const minuteMs = 60_000

const world = await startScratch()
const deps = await startDrawDeps(world, [gameId])
afterAll(() => world.stop())

function offeringsAt(nowMs: number) {
  const time = { nowMs }
  const clock = { now: () => time.nowMs }
  const ledger = { pools: async () => ({ pools: [], head: 0 }) } as never
  return { time, offerings: createOpenOfferings({ ...deps, clock, ledger }) }
}

async function project(journal: Journal) {
  await world.transaction(tx => projectPlay(world.db, journal.events.splice(0), tx))
}

describe('an open offering', () => {
  it('opens the draw that is current by the clock', async () => {
    const offering = { adminId: 'plain', gameId }
    const { startMs } = createJournal()
    const { offerings, time } = offeringsAt(startMs + 1_000)
    expect((await offerings.open(offering)).draw.drawId).toBe(drawIdOf(offering, startMs + minuteMs))
    time.nowMs += minuteMs
    expect((await offerings.open(offering)).draw.drawId).toBe(drawIdOf(offering, startMs + 2 * minuteMs))
  })

  it('never reopens a drawn draw, however far the clock is set back', async () => {
    const offering = { adminId: 'drawn', gameId }
    const { startMs } = createJournal()
    const drawAtMs = startMs + minuteMs
    const due = { ...offering, drawId: drawIdOf(offering, drawAtMs), drawAtMs, gameVersion: 1, gameName: 'Fun' }
    await decideDraws(deps, [due])
    for (const backMs of [0, 20_000, 3_600_000]) {
      const { offerings } = offeringsAt(drawAtMs - backMs)
      expect((await offerings.open(offering)).draw.drawId).toBe(drawIdOf(offering, drawAtMs + minuteMs))
    }
  })

  it('never reopens a draw closed in the ledger, and loads the stakes of the next one', async () => {
    const offering = { adminId: 'closed', gameId }
    const journal = createJournal('closed')
    const [first, second] = [journal.startMs + minuteMs, journal.startMs + 2 * minuteMs]
    const stake = (drawAtMs: number) =>
      journal.stake(offering, { playerId: 'p', drawAtMs, lines: [['straight:7', 10]], atMs: drawAtMs - 30_000 })
    stake(first)
    journal.close(offering, first)
    stake(second)
    await project(journal)
    const { draw } = await offeringsAt(first - 30_000).offerings.open(offering)
    expect(draw).toMatchObject({ drawId: drawIdOf(offering, second), tickets: 1 })
    expect(draw.booked.total()).toBe(1_000n)
  })

  it('keeps the stakes of a locked draw until it is drawn', async () => {
    const offering = { adminId: 'locked', gameId }
    const journal = createJournal('locked')
    const drawAtMs = journal.startMs + minuteMs
    journal.stake(offering, { playerId: 'p', drawAtMs, lines: [['straight:7', 10]], atMs: drawAtMs - 30_000 })
    journal.close(offering, drawAtMs)
    await project(journal)
    const { draw } = await offeringsAt(drawAtMs - 1_000).offerings.open(offering)
    expect(draw).toMatchObject({ drawId: drawIdOf(offering, drawAtMs), tickets: 1 })
  })
})
