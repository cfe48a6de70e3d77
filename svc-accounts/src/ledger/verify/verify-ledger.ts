import type { Db, MongoClient } from 'mongodb'
import { walletsOf } from '../store/collections'
import { faultsOfSums } from './conservation'
import { inOneBreath } from './pace'
import { verifyCreditFeed } from './verify-credit-feed'
import { type PlayCheck, verifyPlayPage, verifyTotals } from './verify-play'
import { type Report, verifyWallets } from './verify-wallets'

export type Verification = Report

/** Verifies the whole ledger against itself, from the first entry on. Safe beside running transfers. */
export async function verifyLedger(client: MongoClient, db: Db): Promise<Verification> {
  const report: Report = { faults: await faultsOfSums(client, db), wallets: 0, entries: 0 }
  for await (const wallet of walletsOf(db).find({}, { batchSize: 200 })) {
    await verifyWallets({ db, breathe: inOneBreath }, [wallet], new Map(), report)
  }
  const play: PlayCheck = { seq: 0n, totals: new Map() }
  while ((await verifyPlayPage(db, play, report.faults)) > 0);
  report.faults.push(...(await verifyTotals(client, db, play)))
  await verifyCreditFeed({ db, breathe: inOneBreath }, 0n, report.faults)
  return report
}
