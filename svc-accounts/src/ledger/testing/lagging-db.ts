import type { Db, Document, FindOptions } from 'mongodb'

type Row = Document & { _id: string }
type Filter = { _id?: string | { $in?: readonly string[] } }

/** An object some of whose methods are replaced. */
const withMethods = <T extends object>(target: T, methods: Record<string, unknown>): T =>
  new Proxy(target, {
    get(of, name) {
      const value = methods[String(name)] ?? Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })

/** A database whose majority lags after `freeze`: until a linearizable read, reads by `_id` show the state before. */
export function createLaggingDb(db: Db) {
  let earlier: Map<string, Row[]> | undefined

  function rowsBefore(collection: string, { _id }: Filter, { session, readConcern }: FindOptions) {
    if ((readConcern as { level?: string } | undefined)?.level === 'linearizable') earlier = undefined
    const ids = typeof _id === 'string' ? [_id] : _id?.$in
    return session ? undefined : ids && earlier?.get(collection)?.filter(row => ids.includes(row._id))
  }

  function collection(name: string) {
    const real = db.collection<Row>(name)
    const find = (filter: Filter = {}, options: FindOptions = {}) => {
      const rows = rowsBefore(name, filter, options)
      return rows ? { toArray: async () => rows } : real.find(filter as never, options)
    }
    const findOne = async (filter: Filter, options: FindOptions = {}) => {
      const rows = rowsBefore(name, filter, options)
      return rows ? (rows[0] ?? null) : real.findOne(filter as never, options)
    }
    return withMethods(real, { find, findOne })
  }

  return {
    db: withMethods(db, { collection }),
    async freeze() {
      const all = await db.listCollections({}, { nameOnly: true }).toArray()
      const rows = all.map(async ({ name }) => [name, await db.collection<Row>(name).find().toArray()] as const)
      earlier = new Map(await Promise.all(rows))
    },
  }
}
