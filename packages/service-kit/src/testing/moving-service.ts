import { inTransaction } from '../mongo/transaction'
import type { Service } from '../service/service'

const batchSize = 20

/** A service before and after a migration that also drops an index the previous release relies on. */
export const oldService: Service<object> = {
  name: 'games',
  collections: [
    { name: 'rows', indexes: [{ key: { n: 1 } }, { key: { code: 1 }, options: { unique: true, sparse: true } }] },
  ],
  feeds: [],
  createDeps: () => ({}),
  routes: [],
}
export const movedService: Service<object> = {
  ...oldService,
  collections: [{ name: 'rows', indexes: [{ key: { n: 1 } }] }],
  migrations: [
    {
      name: 'rows are counted up',
      isReadByOlder: false,
      step: ({ client, db }) =>
        inTransaction(client, async session => {
          const rows = db.collection<{ n: number; moved?: boolean }>('rows')
          const some = await rows.find({ moved: { $ne: true } }, { session, limit: batchSize }).toArray()
          for (const { _id } of some) {
            await rows.updateOne({ _id }, { $inc: { n: 1 }, $set: { moved: true } }, { session })
          }
          return some.length > 0
        }),
    },
  ],
}
