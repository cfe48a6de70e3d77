import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Session } from './session-store'

/** A session that views as another login. */
export type ViewSession = Session & Required<Pick<Session, 'view'>>

export const isView = (session: Session | undefined): session is ViewSession => session?.view !== undefined

const viewsPerRound = 100

export const openViewCollections: readonly CollectionSpec[] = [
  { name: 'open_views', indexes: [{ key: { 'view.openedBy': 1 } }, { key: { expiresAt: 1 } }] },
]

/** Views whose end is not in the log. Unlike their sessions they do not disappear by themselves. */
export function createOpenViewStore(db: Db) {
  const rows: Collection<ViewSession> = db.collection('open_views')
  return {
    insert: (view: ViewSession, tx: Tx) => rows.insertOne(view, { session: tx }),
    openedBy: (sessionId: string) => rows.find({ 'view.openedBy': sessionId }).toArray(),
    firstToEnd: () => rows.find().sort({ expiresAt: 1 }).limit(viewsPerRound).toArray(),
    /** @returns false if the view has already ended */
    remove: async (_id: string, tx: Tx) => (await rows.deleteOne({ _id }, { session: tx })).deletedCount === 1,
  }
}
