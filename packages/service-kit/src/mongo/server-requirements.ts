import type { MongoClient } from 'mongodb'

/** MongoDB 8.0's wire version: the first whose bulk writes span collections. */
const wireVersionMin = 25

/** What a MongoDB server says of itself in answer to `hello`, of which this is read. */
export type Hello = { maxWireVersion: number; setName?: string; msg?: string }

/**
 * What keeps a server from being Cascade's: money moves in transactions, which need a replica set (or a cluster's
 * router), and in bulk writes over several collections, which need MongoDB 8.0.
 * @returns one sentence, or undefined where nothing does
 */
export function serverFault({ maxWireVersion, setName, msg }: Hello, version: string): string | undefined {
  if (maxWireVersion < wireVersionMin) return `MongoDB ${version} is too old: Cascade needs 8.0 or newer.`
  if (setName === undefined && msg !== 'isdbgrid')
    return 'MongoDB runs without a replica set, so it has no transactions: start it with --replSet and call rs.initiate().'
  return undefined
}

/** @throws Error with one sentence where this server cannot be Cascade's */
export async function requireServer(client: MongoClient): Promise<void> {
  const admin = client.db('admin')
  const [hello, build] = await Promise.all([admin.command({ hello: 1 }), admin.command({ buildInfo: 1 })])
  const problem = serverFault(hello as unknown as Hello, String(build.version))
  if (problem) throw new Error(problem)
}
