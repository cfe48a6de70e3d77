import { connectMongo } from '@cascade/service-kit'
import { startTcpProxy } from '@cascade/service-kit/testing'
import type { CommandStartedEvent } from 'mongodb'
import { expect, it, onTestFinished } from 'vitest'
import { createLaggingDb } from '../testing/lagging-db'
import { clockOf, createLedgerWorld } from '../testing/ledger-world'
import { createTable, outcomesOf } from '../testing/play-requests'
import { otherActor, transferOf } from '../testing/requests'

async function startWorld() {
  const world = await createLedgerWorld()
  onTestFinished(() => world.close())
  return world
}

it('reads that prove that something was not booked are linearizable and end after two seconds', async () => {
  const world = await startWorld()
  const finds: CommandStartedEvent['command'][] = []
  world.mongo.client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && command.autocommit === undefined) finds.push(command)
  })
  const [from, to, actor] = [await world.wallet(9n), await world.wallet(), otherActor()]
  const request = transferOf({ from, to, amount: 5n, actor })
  const { transferId } = await world.ledger.transfer(request)
  expect(await world.ledger.transfer(request)).toMatchObject({ replayed: true })
  expect(await world.ledger.outcome(actor.id, transferId)).toBe('booked')
  expect(await world.ledger.findBooked(actor.id, request.key, request)).toMatchObject({ transferId })

  const isProof = ({ find, filter }: (typeof finds)[number]) =>
    find === 'ledger_writer' || (find === 'transfers' && typeof filter._id === 'string')
  const proofs = finds.filter(isProof)
  expect(new Set(proofs.map(({ find }) => find)).size).toBe(2)
  for (const proof of proofs) expect(proof).toMatchObject({ readConcern: { level: 'linearizable' }, maxTimeMS: 2_000 })
})

it('a stake whose commit reply was lost is not rejected as late while the majority does not show it yet', async () => {
  const world = await startWorld()
  const { players, play } = await createTable(world, [100n])
  const line = await startTcpProxy(world.uri)
  const mongo = await connectMongo(line.uri, world.dbName)
  const { db, freeze } = createLaggingDb(mongo.db)
  let lateMs = 0
  const ledger = await world.restart({ clock: clockOf(() => Date.now() + lateMs) }, { ...mongo, db })
  await freeze()
  line.break({ loseCommitReply: 1 })
  mongo.client.on('commandStarted', ({ commandName }) => {
    if (commandName === 'commitTransaction') lateMs = 60_000
  })
  const notAfter = new Date(Date.now() + 30_000).toISOString()
  expect(outcomesOf(await ledger.play([play.stake(players[0] ?? '', 40, { notAfter })]))).toEqual(['booked'])
  line.heal()
  expect(await world.balance(players[0] ?? '')).toBe(60n)
})
