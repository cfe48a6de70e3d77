import { gameCodes } from '@cascade/contracts/games'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startDrawDeps } from '../testing/draw-deps'
import { makeTicket } from '../testing/make-ticket'
import { type Scratch, startScratch } from '../testing/scratch'
import { createTicketStore } from '../tickets/ticket-store'
import { historyRowsOf } from './history-rows'

let world: Scratch
let deps: Awaited<ReturnType<typeof startDrawDeps>>
beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
  deps = await startDrawDeps(world, [gameCodes.funTarget])
})
afterAll(async () => {
  await deps?.catalogue.stop()
  await world?.stop()
})

it('tells the win of a ticket that was read just before its draw was settled', async () => {
  const tickets = createTicketStore(world.db)
  const read = makeTicket()
  const { _id, drawId, stake, adminId, gameId } = read
  const fixed = {
    adminId,
    gameId,
    drawAt: new Date(),
    gameVersion: 1,
    seedKeyId: 'seed-1',
    stakes: { 'straight:7': stake },
  }
  await world.transaction(async tx => {
    await deps.draws.grow([{ _id: drawId, ...fixed, stake, tickets: 1 }], tx)
    await tickets.insert([read], tx)
  })
  await world.transaction(async tx => {
    await tickets.update([{ _id, win: 9_000n, claimed: 0n, claimedAt: null }], tx)
    await deps.draws.markChunkSettled(drawId, 0, true, tx)
  })
  const [row] = await historyRowsOf({ ...deps, tickets }, [read])
  expect(row).toMatchObject({ ticketId: _id, playpoints: 10, winpoints: 90 })
})
