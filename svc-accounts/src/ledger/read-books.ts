import type { ClientSession, Collection, Db, Filter, WithId } from 'mongodb'
import type { Accepted, Books } from './books'
import { answersOf, transfersOf, walletsOf } from './collections'
import { isOpenWallet } from './ids'
import type { SeenIds } from './seen-ids'

/**
 * Reads what a batch touches. Wallets come from its snapshot. Answers are read beside it, and only for keys that this
 * process has `seen`: for any other the unique id of its insert tells that it was booked. `thorough` reads all answers
 * in the snapshot, and asks the transfers themselves, which know their key for ever.
 */
export async function readBooks(
  db: Db,
  batch: readonly Accepted[],
  { session, seen, thorough }: { session: ClientSession; seen: Pick<SeenIds, 'has'>; thorough: boolean },
): Promise<Books> {
  const books: Books = { wallets: new Map(), answers: new Map() }
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
  for (const { _id, updatedAt, ...state } of wallets) {
    books.wallets.set(_id, { ...state, updatedAt: updatedAt.getTime() })
  }
  if (thorough) {
    for (const { _id, hash, amount, legs } of await readAll(transfersOf(db), ids, session)) {
      books.answers.set(_id, { hash, amount, fromBalance: legs[0].balAfter, toBalance: legs[1].balAfter })
    }
  }
  for (const { _id, createdAt, ...answer } of answers) books.answers.set(_id, answer)
  return books
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
  const guards = request.type === 'transfer' ? (request.guards ?? []) : []
  const ids = [request.from.walletId, request.to.walletId, ...guards.map(guard => guard.walletId)]
  return ids.filter(id => !isOpenWallet(id))
}
