import type { MongoClient } from 'mongodb'

const wireVersionMin = 25

export type Hello = { maxWireVersion: number; setName?: string; msg?: string }

/**
 * Checks the server: transactions need a replica set (or a sharded cluster), bulk writes across collections need
 * MongoDB 8.0.
 * @returns a sentence, or undefined if the server is suitable
 */
export function serverFault({ maxWireVersion, setName, msg }: Hello, version: string): string | undefined {
  if (maxWireVersion < wireVersionMin) return `MongoDB ${version} is too old: Cascade needs 8.0 or newer.`
  if (setName === undefined && msg !== 'isdbgrid')
    return 'MongoDB runs without a replica set, so it has no transactions: start it with --replSet and call rs.initiate().'
  return undefined
}

/** @throws Error when the server is not suitable */
export async function requireServer(client: MongoClient): Promise<void> {
  const admin = client.db('admin')
  const [hello, build] = await Promise.all([admin.command({ hello: 1 }), admin.command({ buildInfo: 1 })])
  const problem = serverFault(hello as unknown as Hello, String(build.version))
  if (problem) throw new Error(problem)
}
