import { type LogProof, logDigestsMax, reportsApi } from '@cascade/contracts/reports'
import { type Call, conflict, createWorkQueue, notFound, type Routes, requirePermission } from '@cascade/service-kit'
import { activityContentOf, bytesOf, type ChainRow, chainOf, digestOf } from '@cascade/service-kit/log-chain'
import type { ReportsDeps } from '../deps'
import { type LogFact, logsName } from '../projections/activities/log-entry'
import { isListed } from '../reports/activities/routes'
import { readSignedHead } from './seal-log'

/** Reads of many entries: two at a time, two waiting per account. */
const longReads = createWorkQueue(2)

export const logChainRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.logHead, async ({ ctx }) => {
    requirePermission(ctx, 'reports.read')
    return { data: await readSignedHead(deps.db) }
  })
  serve(reportsApi.logKeys, async () => ({ data: { keys: deps.logKeys } }))
  serve(reportsApi.logDigests, ({ ctx, query }) => listDigests(deps, { ctx, input: query }))
  serve(reportsApi.logProof, ({ ctx, params }) => readProof(deps, { ctx, input: params }))
}

/** Digests up to the last signed head. */
async function listDigests({ db }: ReportsDeps, { ctx, input: { after } }: Call<{ after: number }>) {
  requirePermission(ctx, 'reports.read')
  const to = Math.min(after + logDigestsMax, (await readSignedHead(db))?.size ?? 0)
  const range = { _id: { $gt: after, $lte: to } }
  const read = () => chainOf(db).find(range).sort({ _id: 1 }).toArray()
  const rows = await longReads({ account: ctx.actor.accountId }, read)
  // Older entries have left the chain.
  if (rows.length < to - after) throw notFound()
  return { data: rows.map(digestOf) }
}

/** Proves an entry of the actor's list by the first head after it. */
async function readProof(deps: ReportsDeps, { ctx, input: { id } }: Call<{ id: string }>): Promise<{ data: LogProof }> {
  requirePermission(ctx, 'reports.read')
  const { db, logKeys: keys } = deps
  const chain = chainOf(db)
  const fact = await db.collection<LogFact>(logsName).findOne({ eventId: id })
  if (!fact || !(await isListed(deps, ctx.actor, fact))) throw notFound()
  const own = await chain.findOne({ kind: 'activity', entryId: String(fact._id) })
  const before = own && (await chain.findOne({ _id: own._id - 1 }))
  if (!own || (!before && own._id > 1)) throw notFound()
  const { _id: position, entryId, entryAt } = own
  const rows: ChainRow[] = []
  await longReads({ account: ctx.actor.accountId }, async () => {
    const range = { _id: { $gte: position, $lte: position + logDigestsMax } }
    for await (const row of chain.find(range).sort({ _id: 1 })) if (rows.push(row) && row.head) break
  })
  const last = rows.at(-1)
  if (!last?.head) throw conflict('This entry is not sealed yet. Please try again in ten seconds.')
  return {
    data: {
      content: bytesOf(activityContentOf(fact)).toString('base64'),
      ...{ position, entryId, entryAt: entryAt.toISOString(), before: before?.hash ?? '', keys },
      digests: rows.slice(1).map(digestOf),
      head: { size: last._id, hash: last.hash, ...last.head },
    },
  }
}
