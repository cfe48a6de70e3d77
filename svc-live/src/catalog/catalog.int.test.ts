import { gameCodes } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { afterAll, describe, expect, it } from 'vitest'
import { startDrawDeps } from '../testing/draw-deps'
import { startScratch } from '../testing/scratch'
import { storeVersions } from './version-store'

const gameId = gameCodes.funTarget
const description = masterDescription(gameId)

const world = await startScratch()
const deps = await startDrawDeps(world, [gameId])
afterAll(() => world.stop())

const at = '2026-01-01T00:00:00.000Z'

describe('new version of a game', () => {
  it('starts a new version once, with the next draw, and past draws keep theirs', async () => {
    if (!description) throw new Error('no description')
    const faster = { ...description, draw: { ...description.draw, intervalSeconds: 20 } }
    const storeFaster = () =>
      world.transaction(tx => storeVersions(world.db, [{ gameId, version: 2, description: faster, by: null, at }], tx))
    const before = deps.catalog.find(gameId)
    const open = before && deps.catalog.openDraw(before, Date.now())
    await storeFaster()
    const [, second] = await world.rows('game_versions')
    await storeFaster()
    expect(await world.rows('game_versions')).toHaveLength(2)
    expect(second?.fromMs).toBeGreaterThanOrEqual(open?.drawAtMs ?? 0)
    await expect.poll(() => deps.catalog.find(gameId)?.schedule.length, { timeout: 10_000 }).toBe(2)
    const scheduled = deps.catalog.find(gameId)
    if (!scheduled || !open) throw new Error('unknown game')
    expect(deps.catalog.openDraw(scheduled, open.opensAtMs)).toEqual(open)
    expect(deps.catalog.openDraw(scheduled, Number(second?.fromMs))).toMatchObject({ version: 2 })
    expect((await deps.catalog.rules(gameId, 1)).description.draw.intervalSeconds).toBe(60)
    expect((await deps.catalog.rules(gameId, 2)).description.draw.intervalSeconds).toBe(20)
  })

  it('ignores a version that arrives late or twice', async () => {
    if (!description) throw new Error('no description')
    const before = await world.rows('game_versions')
    await world.transaction(tx => storeVersions(world.db, [{ gameId, version: 1, description, by: null, at }], tx))
    expect(await world.rows('game_versions')).toEqual(before)
  })
})
