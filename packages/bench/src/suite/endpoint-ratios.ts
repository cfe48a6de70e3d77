import type { Suite } from '@cascade/dev-stack'
import { openLedger } from '../ledger/bench-ledger'
import { rawTransfer } from '../ledger/raw-transfer'
import { closedLoop, interleave } from '../measure'
import { type Row, ratioRow } from '../table'
import { transferLoad } from './transfer-load'

/** R1 and R5: transfers through gateway, session, password and ledger. */
export async function endpointRatios(suite: Suite, { rounds, ms }: { rounds: number; ms: number }): Promise<Row[]> {
  const transfer = await transferLoad(suite.url, suite.logins)
  const peer = await openLedger(suite.mongo.uri, { name: 'endpoint-peer', count: 1_000 })
  const raw = rawTransfer(peer)
  try {
    const throughput = await interleave(
      rounds,
      async () => (await closedLoop(32, ms, transfer)).perSecond,
      async () => (await closedLoop(32, ms, () => raw(...peer.pair(), 1n))).perSecond,
    )
    const slowest = await interleave(
      rounds,
      () => loneCaller(transfer, { others: 31, ms }),
      () => loneCaller(transfer, { others: 0, ms }),
    )
    const faults = await peer.faults()
    if (faults.length > 0)
      throw new Error(`Void: the ledger of the raw program does not agree with itself.\n${faults.join('\n')}`)
    return [
      ratioRow('R1 endpoint (gateway, session, ledger), 32 callers / raw program', '>= 1.0', throughput),
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
