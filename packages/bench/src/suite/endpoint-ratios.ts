import type { Suite } from '@cascade/dev-stack'
import { openLedger } from '../ledger/bench-ledger'
import { rawTransfer } from '../ledger/raw-transfer'
import { closedLoop, interleave, warmUp } from '../measure'
import { type Row, ratioRow } from '../table'
import { processorRow } from './processor-time'
import { transferLoad } from './transfer-load'

/** R1, R3 and R5, and what a transfer costs: through gateway, session, password and ledger. */
export async function endpointRatios(suite: Suite, { rounds, ms }: { rounds: number; ms: number }): Promise<Row[]> {
  const transfer = await transferLoad(suite.url, suite.logins)
  const oneSender = await transferLoad(suite.url, suite.logins, senders => senders.slice(0, 1))
  const peer = await openLedger(suite.mongo.uri, { name: 'endpoint-peer', count: 1_000 })
  const raw = rawTransfer(peer)
  const pass = () => raw(...peer.pair(), 1n)
  try {
    await warmUp(ms, transfer, pass)
    const throughput = await interleave(
      rounds,
      async () => (await closedLoop(32, ms, transfer)).perSecond,
      async () => (await closedLoop(32, ms, pass)).perSecond,
    )
    const oneWallet = await interleave(
      rounds,
      async () => (await closedLoop(32, ms, oneSender)).perSecond,
      async () => (await closedLoop(32, ms, caller => raw(...peer.fromFirst(caller), 1n))).perSecond,
    )
    const slowest = await interleave(
      rounds,
      () => loneCaller(transfer, { others: 31, ms }),
      () => loneCaller(transfer, { others: 0, ms }),
    )
    const alone = await interleave(
      rounds,
      async () => (await closedLoop(1, ms, transfer)).perSecond,
      async () => (await closedLoop(1, ms, pass)).perSecond,
    )
    const costs = [
      await processorRow(suite, { callers: 32, ms, transfer }),
      await processorRow(suite, { callers: 1, ms, transfer }),
    ]
    const faults = await peer.faults()
    if (faults.length > 0)
      throw new Error(`Void: the ledger of the raw program does not agree with itself.\n${faults.join('\n')}`)
    return [
      ratioRow('R1 endpoint (gateway, session, ledger), 32 callers / raw program', '>= 1.0', throughput),
      ratioRow('R1 endpoint, 1 caller / raw program, 1 caller', '>= 0.4', alone),
      ...costs,
      ratioRow('R3 endpoint, one wallet / raw program, one wallet', '>= 3', oneWallet),
      ratioRow('R5 p99 of one caller beside 31 others / alone', '<= 4', slowest, ' ms'),
    ]
  } finally {
    await peer.close()
  }
}

/** p99 of one caller in milliseconds while `others` load the same endpoint. */
async function loneCaller(
  transfer: (caller: number) => Promise<void>,
  { others, ms }: { others: number; ms: number },
): Promise<number> {
  const load = others > 0 ? closedLoop(others, ms, caller => transfer(caller + 1)) : undefined
  const lone = await closedLoop(1, ms, () => transfer(0))
  await load
  return lone.p99
}
