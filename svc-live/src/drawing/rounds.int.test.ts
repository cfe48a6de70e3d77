import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import { CommitUnknown } from '@cascade/service-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BaseDeps } from '../base-deps'
import { createStakedDraws } from '../betting/open-draws'
import { createOpenOfferings } from '../betting/open-offerings'
import { projectPlay } from '../projections/project-play'
import { startDrawDeps } from '../testing/draw-deps'
import { makePlayer } from '../testing/make-player'
import { createJournal } from '../testing/play-journal'
import { startScratch } from '../testing/scratch'
import { readClosingFigures } from './closing-figures'
import { createDrawRounds, createOpenDrawCache } from './rounds'

const gameId = gameCodes.funTarget
const drawMs = 60_000

describe('an offering', () => {
  it('draws without bets again after the commit of a draw with bets stayed unknown', async () => {
    const world = await startScratch()
    onTestFinished(world.stop)
    const { adminId } = await makePlayer(world.db)
    const offering = { adminId, gameId }
    const journal = createJournal(adminId)
    const project = () => world.transaction(tx => projectPlay(world.db, journal.events.slice(-1), tx))
    let nowMs = journal.startMs + 30_000
    let isLost = false
    const transaction: BaseDeps['transaction'] = async work => {
      const result = await world.transaction(work)
      if (isLost) throw new CommitUnknown(new Error('the reply was lost'))
      return result
    }
    const deps = await startDrawDeps(world, [gameId], { clock: { now: () => nowMs }, transaction })
    const offerings = createOpenOfferings(deps)
    const staked = createStakedDraws()
    const openDraws = createOpenDrawCache(deps.draws, () => staked.isAnyDue(Number.POSITIVE_INFINITY))
    let drawn = 0
    const rounds = createDrawRounds({ deps, offerings, staked, openDraws, onDrawn: () => void drawn++ })

    const drawAtMs = journal.startMs + drawMs
    journal.stake(offering, { playerId: 'p', drawAtMs, lines: [['straight:7', 10]], atMs: nowMs })
    await project()
    const open = await offerings.open(offering)
    expect(open.draw).toMatchObject({ drawId: drawIdOf(offering, drawAtMs), tickets: 1 })
    staked.add(open, open.draw)
    const [details] = await readClosingFigures(deps, [{ ...offering, gameVersion: 1 }])
    journal.close(offering, drawAtMs, details)
    await project()

    nowMs = drawAtMs + 100
    isLost = true
    await expect(rounds.run()).rejects.toThrow(CommitUnknown)
    isLost = false
    await rounds.run()
    expect(drawn).toBe(1)
    expect(staked.isAnyDue(nowMs)).toBe(false)
    nowMs += drawMs
    await rounds.run()
    const records = await deps.records.findInChain(offering, 1, 10)
    expect(records.map(({ drawId }) => drawId).sort()).toEqual(
      [drawAtMs, drawAtMs + drawMs].map(atMs => drawIdOf(offering, atMs)).sort(),
    )
    expect(open.results.map(({ drawId }) => drawId)).toContain(drawIdOf(offering, drawAtMs))
  })
})
