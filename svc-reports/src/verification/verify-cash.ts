import { inSnapshot } from '@cascade/service-kit'
import { type CashDay, type CashPair, cashNames } from '../reports/week/cash-projection'
import { uniqueFindings } from './checkpoints'
import type { Verification, VerificationResult } from './read-events'

const checkpointName = 'cash'
/** Current accounts that each verification compares. */
const sampleSize = 2_000
const lengthOfDay = '|YYYY-MM-DD'.length

/** Compares the balances of some current accounts, which are those of the events, with the sums of their days. */
export async function verifyCash({ client, db, prefix, checkpoints }: Verification): Promise<VerificationResult> {
  const upTo = new Date()
  const checkpoint = await checkpoints.read(checkpointName)
  const after = String(checkpoint.sampleEnd ?? '')
  const names = cashNames(prefix)
  const { pairs, days, end } = await inSnapshot(client, db, async at => {
    const pairs = await db
      .collection<CashPair>(names.pairs)
      .find({ _id: { $gt: after } }, at)
      .sort({ _id: 1 })
      .limit(sampleSize)
      .toArray()
    const end = pairs.length < sampleSize ? '' : (pairs.at(-1)?._id ?? '')
    const filter = { _id: { $gt: after && `${after}|\uffff`, ...(end && { $lt: `${end}|\uffff` }) } }
    return { pairs, end, days: await db.collection<CashDay>(names.days).find(filter, at).toArray() }
  })
  const differences = new Map(pairs.map(({ _id, balance }) => [_id, balance]))
  for (const { _id, settled = 0n, paid = 0n } of days) {
    const pair = _id.slice(0, -lengthOfDay)
    differences.set(pair, (differences.get(pair) ?? 0n) - settled - paid)
  }
  const findings = [...differences]
    .filter(([, difference]) => difference !== 0n)
    .map(([pair]) => ({ _id: `cash_pairs/${pair}`, what: 'The balance differs from the sum of its days.' }))
  const found = uniqueFindings([...checkpoint.found, ...findings])
  await checkpoints.save(checkpointName, { ...checkpoint, sampleEnd: end, found })
  return { findings: found, upTo }
}
