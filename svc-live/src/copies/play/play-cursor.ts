import { cursorIdOf } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { playFeed } from './play-feed'

/** How far the projection of the ledger's feed has come: the number of the last posting that it holds. */
export function createPlayCursor(db: Db) {
  const _id = cursorIdOf(playFeed)
  return async (): Promise<number> =>
    Number((await db.collection<{ _id: string; lastSeq: number }>('cursors').findOne({ _id }))?.lastSeq ?? 0)
}
