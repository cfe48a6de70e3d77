import type { MongoClient } from 'mongodb'

/** Earlier releases disclose memory before sign-in (CVE-2025-14847). */
const versionMin = [8, 0, 17] as const

export type Hello = { setName?: string; msg?: string }

/**
 * Checks the server: transactions need a replica set, bulk writes across collections need MongoDB 8.0.17. Routers differ
 * in their clocks, by which leases and draws are decided.
 * @returns a sentence, or undefined if the server is suitable
 */
export function serverFault({ setName, msg }: Hello, version: string): string | undefined {
  if (isOlder(version)) return `MongoDB ${version} is too old: Cascade needs ${versionMin.join('.')} or newer.`
  if (msg === 'isdbgrid')
    return 'MongoDB is a sharded cluster, and a router (mongos) answers: connect to the members of one replica set.'
  if (setName === undefined)
    return 'MongoDB runs without a replica set, so it has no transactions: start it with --replSet and call rs.initiate().'
  return undefined
}

function isOlder(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number)
  const at = versionMin.findIndex((part, index) => part !== (parts[index] ?? 0))
  return at >= 0 && (parts[at] ?? 0) < (versionMin[at] ?? 0)
}

/** @throws Error when the server is not suitable */
export async function requireServer(client: MongoClient): Promise<void> {
  const admin = client.db('admin')
  const [hello, build] = await Promise.all([admin.command({ hello: 1 }), admin.command({ buildInfo: 1 })])
  const problem = serverFault(hello as unknown as Hello, String(build.version))
  if (problem) throw new Error(problem)
}
