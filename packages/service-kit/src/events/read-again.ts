import type { Db } from 'mongodb'
import type { Feed } from './feed'

/**
 * Forgets a copy of another domain and where it stood, so that it is read again from the first event on. The cursor goes
 * last: a restart in the middle finds the same reason to begin once more.
 */
export async function readAgain(
  db: Db,
  { cursorId, plans, kept = [] }: { cursorId: string; plans: Feed['plans']; kept?: readonly string[] },
): Promise<'again'> {
  for (const { name } of plans) if (!kept.includes(name)) await db.collection(name).deleteMany({})
  await db.collection<{ _id: string }>('cursors').deleteOne({ _id: cursorId })
  return 'again'
}
