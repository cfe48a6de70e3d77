import type { ClientSession, Collection, Db, Filter, WithId } from 'mongodb'
import type { Accepted, LedgerState } from '../decide/ledger-state'
import { isExternal } from '../ids'
import { answersOf, transfersOf, walletsOf } from '../store/collections'
import type { SeenIds } from './seen-ids'

/**
 * Reads what a batch touches. Wallets come from its snapshot. Answers are read beside it, and only for keys that this
 * process has `seen`: for any other the unique id of its insert tells that it was booked. `thorough` reads all answers
 * in the snapshot, and asks the transfers themselves, which know their key for ever.
 */
export async function readState(
  db: Db,
  batch: readonly Accepted[],
  { session, seen, thorough }: { session: ClientSession; seen: Pick<SeenIds, 'has'>; thorough: boolean },
): Promise<LedgerState> {
  const state: LedgerState = { wallets: new Map(), answers: new Map() }
  const ids = batch.filter(({ request }) => request.type !== 'change').map(({ id }) => id)
  const [answers, wallets] = await inTurnOrAtOnce(thorough, [
    () =>
      thorough
        ? readAll(answersOf(db), ids, session)
        : readAll(
            answersOf(db),
            ids.filter(id => seen.has(id)),
          ),
    () => readAll(walletsOf(db), [...new Set(batch.flatMap(walletIdsOf))], session),
  ])
  for (const { _id, updatedAt, ...wallet } of wallets) {
    state.wallets.set(_id, { ...wallet, updatedAt: updatedAt.getTime() })
  }
  if (thorough) {
    for (const { _id, hash, amount, postings } of await readAll(transfersOf(db), ids, session)) {
      const [source, destination] = postings
      state.answers.set(_id, {
        ...{ hash, amount },
        sourceBalance: source.balAfter,
        destinationBalance: destination.balAfter,
      })
    }
  }
  for (const { _id, createdAt, ...answer } of answers) state.answers.set(_id, answer)
  return state
}

/** A session carries one command at a time; so both have ended, well or not, before the caller goes on with it. */
async function inTurnOrAtOnce<A, B>(inTurn: boolean, [a, b]: [() => Promise<A>, () => Promise<B>]): Promise<[A, B]> {
  if (inTurn) return [await a(), await b()]
  const both = [a(), b()] as const
  await Promise.allSettled(both)
  return Promise.all(both)
}

async function readAll<T extends { _id: string }>(
  collection: Collection<T>,
  ids: readonly string[],
  session?: ClientSession,
): Promise<WithId<T>[]> {
  if (ids.length === 0) return []
  const filter = { _id: { $in: ids } } as Filter<T>
  return collection.find(filter, { batchSize: 1000, ...(session ? { session } : {}) }).toArray()
}

function walletIdsOf({ request }: Accepted): string[] {
  if (request.type === 'change') return [request.walletId]
  const preconditions = request.type === 'transfer' ? (request.preconditions ?? []) : []
  const ids = [request.source.walletId, request.destination.walletId, ...preconditions.map(one => one.walletId)]
  return ids.filter(id => !isExternal(id))
}
