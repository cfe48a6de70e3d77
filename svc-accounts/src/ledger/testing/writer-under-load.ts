import { setImmediate } from 'node:timers/promises'
import { busy, connectMongo, createMetrics, startDatabaseClock } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { transferIdOfRequest } from '../ids'
import { startLedger } from '../start-ledger'
import { createLedgerFeeds } from '../store/feeds'
import { reasonOf } from './outcomes'
import { postingsFor } from './play-requests'
import { transferOf } from './requests'

/**
 * Program for crash tests: a ledger with 16 callers that endlessly transfer points between the given wallets. With an
 * admin id, the wallets belong to players who also place stakes and claim wins. Prints `try <transfer id>` before and
 * `ok <id>` or `no <id> <reason>` after each request, one per line.
 */
const [uri = '', dbName = '', writerId = '', adminId = '', ...wallets] = process.argv.slice(2)
const callers = 16

const { client, db } = await connectMongo(uri, dbName)
const unreachable = () => Promise.reject(busy(1, 'SERVICE_AWAY'))
const ledger = await startLedger({
  client,
  db,
  zone: 'UTC',
  offeringDayLimit: 10n ** 12n,
  approvalLimits: async () => ({}),
  writerId,
  clock: await startDatabaseClock(db, silentLogger),
  logger: silentLogger,
  metrics: createMetrics('svc-accounts'),
  feeds: createLedgerFeeds(db),
  onCommit: () => undefined,
  onStall: () => undefined,
  onDead: () => undefined,
  instance: { id: uuidv7(), url: `http://${writerId}`, call: unreachable },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const pick = () => wallets[Math.floor(Math.random() * wallets.length)] ?? ''

const won: { ticketId: string; playerId: string; amount: number }[] = []
const amount = () => 1 + Math.floor(Math.random() * 50)
const play = postingsFor({ adminId, gameId: 'game' })

async function transfer() {
  const request = transferOf({ from: pick(), to: pick(), amount: BigInt(amount()), key: uuidv7() })
  const id = transferIdOfRequest({ type: 'transfer', ...request })
  say(`try ${id}`)
  await ledger.transfer(request).then(
    () => say(`ok ${id}`),
    error => say(`no ${id} ${reasonOf(error)}`),
  )
}

async function post() {
  const unclaimed = Math.random() < 0.7 ? undefined : won.pop()
  const staked = amount()
  const request = unclaimed
    ? play.claim(unclaimed.playerId, [[unclaimed.ticketId, unclaimed.amount]])
    : play.stake(pick(), staked)
  say(`try ${request.id}`)
  const [result] = await ledger.play([request])
  if (request.kind === 'stake' && result?.outcome === 'booked') {
    const settlement = play.settle([[request.id, staked]])
    const [settlementResult] = await ledger.play([settlement])
    if (settlementResult?.outcome === 'booked')
      won.push({ ticketId: request.id, playerId: request.playerId, amount: staked })
  }
  if (result?.outcome === 'booked') say(`ok ${request.id}`)
  if (result?.outcome === 'refused') say(`no ${request.id} ${result.reason}`)
}

async function call() {
  for (;;) {
    await (adminId && Math.random() < 0.5 ? post() : transfer())
    // A full queue rejects immediately: yield, or the callers would starve the event loop.
    await setImmediate()
  }
}
await Promise.all(Array.from({ length: callers }, call))
