import type { LogHead } from '@cascade/contracts/reports'
import { type Background, type ServiceContext, startLoop } from '@cascade/service-kit'
import {
  type ChainHead,
  chainOf,
  createHeadSigner,
  nextHash,
  readChainHead,
  readLastHead,
  writeHead,
} from '@cascade/service-kit/log-chain'
import type { StorageTarget } from '@cascade/service-kit/storage'
import type { Collection, Db } from 'mongodb'
import type { LogHeadSettings } from '../deps'

const signEveryMs = 10_000

type HeadRow = LogHead & { _id: 'signed' }
const headsOf = (db: Db): Collection<HeadRow> => db.collection('log_heads')

/** The last head that was signed and, with `LOG_HEADS`, written there. */
export async function readSignedHead(db: Db): Promise<LogHead | null> {
  const row = await headsOf(db).findOne({ _id: 'signed' })
  return row && { size: Number(row.size), hash: row.hash, at: row.at, signature: row.signature }
}

/**
 * Signs the head of the log's chain every ten seconds while entries arrive, on one replica at a time. A head that does
 * not extend the last published one is never signed: the database was set back or rewritten.
 */
export function startLogSeal(
  parts: ServiceContext,
  { key, target, everyMs = signEveryMs }: LogHeadSettings,
): Background {
  const { db, core, degraded, leaseOf, logger, metrics } = parts
  const lease = leaseOf('log seal')
  const signer = createHeadSigner(key)
  let newest: LogHead | undefined
  let failedAt: Date | undefined
  metrics.gauge('log_entries', 'Entries of the hash chain of the log', {
    read: async () => (await readChainHead(db))?.size ?? 0,
  })
  metrics.gauge(
    'log_unsealed_seconds',
    'Age of the oldest entry of the log without a signed head, or of the refusal to sign',
    {
      read: async () => {
        const next = await chainOf(db).findOne({ _id: ((await readSignedHead(db))?.size ?? 0) + 1 })
        const since = Math.min(...[next?.at, failedAt].flatMap(at => at?.getTime() ?? []))
        return Number.isFinite(since) ? (core.now().getTime() - since) / 1000 : 0
      },
    },
  )

  async function round(): Promise<undefined> {
    if (!(await lease.hold())) {
      newest = failedAt = undefined
      return
    }
    try {
      await seal()
      degraded.delete('log seal')
      failedAt = undefined
    } catch (err) {
      degraded.add('log seal')
      failedAt ??= core.now()
      logger.error({ err, target: target?.name }, 'the head of the log was not signed or not written')
    }
  }

  async function seal() {
    const head = await readChainHead(db)
    const last = await lastPublished(target)
    if (!head && !last) return
    await assertExtends(db, head, last)
    if (!head || head.size === last?.size) return
    const signed = await (await signer)(head, core.now())
    if (target) await writeHead(target, signed)
    const { size, at, signature } = signed
    await chainOf(db).updateOne({ _id: size }, { $set: { head: { at, signature } } })
    await headsOf(db).replaceOne({ _id: 'signed' }, signed, { upsert: true })
    newest = signed
  }

  /** The longest of the heads in memory, in the database and outside of it, which cannot all be set back. */
  async function lastPublished(from: StorageTarget | undefined): Promise<LogHead | undefined> {
    const heads = [newest, await readSignedHead(db), newest ? undefined : from && (await readLastHead(from))]
    return heads.flatMap(head => head ?? []).sort((a, b) => b.size - a.size)[0]
  }

  const loop = startLoop(round, { everyMs, logger, name: 'log seal' })
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

async function assertExtends(db: Db, head: ChainHead | undefined, last: LogHead | undefined) {
  if (!last) return
  const size = head?.size ?? 0
  if (size < last.size) throw new Error(`The log has ${size} entries, the head of ${last.at} counts ${last.size}.`)
  const next = size > last.size ? await chainOf(db).findOne({ _id: last.size + 1 }) : undefined
  const isExtension = next ? nextHash(last.hash, next) === next.hash : size === last.size && head?.hash === last.hash
  if (!isExtension) throw new Error(`The log was rewritten: it does not extend the head of ${last.at}.`)
}
