import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { SealedRecord } from '@cascade/contracts/live'
import type { LogHead } from '@cascade/contracts/reports'
import { recordHash } from '@cascade/draw-rules/record'
import { connectMongo, mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import {
  createHeadVerifier,
  type LogVerification,
  parseHeads,
  readHeads,
  verifyLog,
} from '@cascade/service-kit/log-chain'
import { bucketEnv, openTarget } from '@cascade/service-kit/storage'
import { z } from 'zod'
import { pullHead, verifyProof } from './auditor'

const env = {
  ...bucketEnv,
  MONGODB_URI: mongoEnv.MONGODB_URI.optional(),
  CASCADE_JWKS: processEnv.CASCADE_JWKS,
  LOG_HEADS: z.string().optional(),
  LOGS_KEPT_DAYS: z.coerce.number().int().default(400),
  DELETED_KEPT_DAYS: z.coerce.number().int().default(1_825),
}
type Settings = z.output<z.ZodObject<typeof env>>

/**
 * @param args `pull <address> <file>`, a file with a proof, or `[<MongoDB address>] [--heads <file, directory or
 *   s3://bucket/prefix>]`, else `MONGODB_URI`, `LOG_HEADS`
 * @returns the findings in words
 */
export async function runVerifyLog(args: string[]): Promise<{ text: string; isWhole: boolean }> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { heads: { type: 'string' } } })
  const [first, address, file] = positionals
  if (first === 'pull') return pullHead(address, file)
  return first === undefined || first.startsWith('mongodb')
    ? verifyInstallationLog(first, values.heads)
    : verifyProof(first)
}

/** Compares the log of an installation with its hash chain and with heads from elsewhere. */
async function verifyInstallationLog(address: string | undefined, place: string | undefined) {
  const settings = parseEnv(env)
  const uri = address ?? settings.MONGODB_URI
  if (uri === undefined) throw new Error('Which database? verify-log <MongoDB address>, or set MONGODB_URI.')
  const heads = await readHeadsOf(place ?? settings.LOG_HEADS, settings)
  const { client, close } = await connectMongo(uri, 'reports')
  try {
    const result = await verifyLog({
      databases: { accounts: client.db('accounts'), live: client.db('live'), reports: client.db('reports') },
      heads,
      judge: createHeadVerifier(settings.CASCADE_JWKS),
      recordHash: (record: SealedRecord['record']) => recordHash(record),
      retentionDays: settings.LOGS_KEPT_DAYS,
      deletedRetentionDays: settings.DELETED_KEPT_DAYS,
    })
    return { text: describeResult(result), isWhole: result.faults.length === 0 }
  } finally {
    await close()
  }
}

async function readHeadsOf(place: string | undefined, settings: Settings): Promise<LogHead[]> {
  if (!place) return []
  if (!place.startsWith('s3://') && (await stat(place)).isFile()) return parseHeads(await readFile(place, 'utf8'))
  const heads: LogHead[] = []
  for await (const head of readHeads(openTarget({ ...settings, BACKUP_TARGET: place }))) heads.push(head)
  return heads
}

const count = (value: number) => value.toLocaleString('en')

function describeResult({ entries, from, to, heads, transfers, faults, notes }: LogVerification): string {
  const range = from && to ? ` from ${from.toISOString()} to ${to.toISOString()}` : ''
  const verdict = faults.length === 0 ? 'the chain is whole' : `${count(faults.length)} faults`
  const headSummary =
    heads > 0 ? `${count(heads)} heads checked` : 'no heads checked: name those kept elsewhere by --heads'
  return [
    `Checked ${count(entries)} entries${range} and ${count(transfers)} transfers: ${verdict}; ${headSummary}.`,
    ...faults,
    ...notes.map(note => `Note: ${note}`),
  ].join('\n')
}
