import { setImmediate } from 'node:timers/promises'
import { connectMongo } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { transferIdOfRequest } from '../ids'
import { startLedger } from '../start-ledger'
import { reasonOf } from './outcomes'
import { postingsFor } from './play-requests'
import { transferOf } from './requests'

/**
 * A process of its own for crash tests: a ledger with 16 callers that transfer points between the given wallets for
 * ever, and where these are an admin's players place stakes and claim wins as well. It writes `try <transfer id>` before and `ok <id>` or `no <id> <reason>` after each, one a line.
 */
const [uri = '', dbName = '', writerId = '', adminId = '', ...wallets] = process.argv.slice(2)
const callers = 16

const { client, db } = await connectMongo(uri, dbName)
const onTold = () => undefined
const ledger = await startLedger({
  client,
  db,
  zone: 'UTC',
  pairDayLimit: 10n ** 12n,
  writerId,
  logger: silentLogger,
  onTold,
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const pick = () => wallets[Math.floor(Math.random() * wallets.length)] ?? ''

/** What tickets have won and nobody has claimed. */
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
  const owed = Math.random() < 0.7 ? undefined : won.pop()
  const staked = amount()
  const request = owed ? play.claim(owed.playerId, [[owed.ticketId, owed.amount]]) : play.stake(pick(), staked)
  say(`try ${request.id}`)
  const [result] = await ledger.play([request])
  if (request.kind === 'stake' && result?.outcome === 'booked') {
    const settlement = play.settle([[request.id, staked]])
    const [settled] = await ledger.play([settlement])
    if (settled?.outcome === 'booked') won.push({ ticketId: request.id, playerId: request.playerId, amount: staked })
  }
  if (result?.outcome === 'booked') say(`ok ${request.id}`)
  if (result?.outcome === 'refused') say(`no ${request.id} ${result.reason}`)
}

async function call() {
  for (;;) {
    await (adminId && Math.random() < 0.5 ? post() : transfer())
    // A full queue refuses at once: without this, callers would leave the process no time for anything else.
    await setImmediate()
  }
}
await Promise.all(Array.from({ length: callers }, call))
