import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../build/packages'

type RoleRef = { role: string; db: string }
type Privilege = { resource: { db: string; collection: string }; actions: readonly string[] }
type Role = { on: string; role: string; roles: readonly RoleRef[]; privileges: readonly Privilege[] }
type User = { on: string; user: string; pwd: string; roles: readonly RoleRef[] }

/** Runs `compose/mongodb-users.js` with these variables. @returns the users and roles that it creates */
export function createDatabaseUsers(env: Readonly<Record<string, string>>): { users: User[]; roles: Role[] } {
  const script = readFileSync(join(repository, 'packages/dev/compose/mongodb-users.js'), 'utf8')
  const users: User[] = []
  const roles: Role[] = []
  const getSiblingDB = (on: string) => ({
    createUser: (user: Omit<User, 'on'>) => users.push({ on, ...user }),
    createRole: (role: Omit<Role, 'on'>) => roles.push({ on, ...role }),
  })
  new Function('db', 'process', script)({ getSiblingDB }, { env })
  return { users, roles }
}

/**
 * Actions of the built-in role `readWrite` on the collections of its database, in MongoDB 8.0, by
 * `db.getRole('readWrite', { showPrivileges: true, showBuiltinRoles: true })` in
 * https://www.mongodb.com/docs/manual/reference/method/db.getRole/.
 */
export const readWriteActions: ReadonlySet<string> = new Set(
  `changeStream cleanupStructuredEncryptionData collStats compactStructuredEncryptionData convertToCapped
   createCollection createIndex createSearchIndexes dbHash dbStats dropCollection dropIndex dropSearchIndex find insert
   killCursors listCollections listIndexes listSearchIndexes planCacheRead remove renameCollectionSameDB update
   updateSearchIndex`.split(/\s+/),
)
