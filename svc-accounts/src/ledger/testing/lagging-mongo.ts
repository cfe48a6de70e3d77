import type { Mongo } from '@cascade/service-kit'
import { type ClientSession, type Document, type FindOptions, MongoNetworkError } from 'mongodb'

type Row = Document & { _id: string }
type Filter = { _id?: string | { $in?: readonly string[] } }

/** An object whose named methods are replaced. */
const withMethods = <T extends object>(target: T, methods: Record<string, unknown>): T =>
  new Proxy(target, {
    get(of, name) {
      const value = methods[String(name)] ?? Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })

/**
 * A connection to a primary whose majority lags: the next commit is applied and its reply lost, and until a linearizable
 * read, reads by `_id` outside of transactions show the state before it.
 */
export function startLaggingMongo({ client, db, close }: Mongo, onLostReply: () => void) {
  let isNext = false
  let earlier: Map<string, Row[]> | undefined

  function rowsBefore(collection: string, { _id }: Filter, options: FindOptions = {}): Row[] | undefined {
    if (options.session) return undefined
    const { level } = (options.readConcern ?? {}) as { level?: string }
    if (level === 'linearizable') earlier = undefined
    const ids = typeof _id === 'string' ? [_id] : _id?.$in
    return ids && earlier?.get(collection)?.filter(row => ids.includes(row._id))
  }

  const startSession = (): ClientSession => {
    const session = client.startSession()
    const commit = session.commitTransaction.bind(session)
    session.commitTransaction = async () => {
      if (!isNext) return commit()
      isNext = false
      const all = await db.listCollections({}, { nameOnly: true }).toArray()
      const rows = all.map(async ({ name }) => [name, await db.collection<Row>(name).find().toArray()] as const)
      earlier = new Map(await Promise.all(rows))
      await commit()
      onLostReply()
      throw new MongoNetworkError('connection closed')
    }
    return session
  }

  const collection = (name: string) => {
    const real = db.collection<Row>(name)
    const find = (filter: Filter = {}, options?: FindOptions) => {
      const rows = rowsBefore(name, filter, options)
      return rows ? { toArray: async () => rows } : real.find(filter as never, options)
    }
    const findOne = async (filter: Filter, options?: FindOptions) => {
      const rows = rowsBefore(name, filter, options)
      return rows ? (rows[0] ?? null) : real.findOne(filter as never, options)
    }
    return withMethods(real, { find, findOne })
  }

  return {
    mongo: { client: withMethods(client, { startSession }), db: withMethods(db, { collection }), close },
    loseNextReply: () => {
      isNext = true
    },
  }
}
