import { domainNames } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { neededActions } from '../testing/commands/known-commands'
import { createDatabaseUsers, readWriteActions } from './database-users'

const env = Object.fromEntries(domainNames.map(name => [`SVC_${name.toUpperCase()}_PASSWORD`, name]))
const { users, roles } = createDatabaseUsers({ ...env, BACKUPS_PASSWORD: 'b' })

describe.each(domainNames)('the database user of svc-%s', domain => {
  const granted = users.find(({ user }) => user === `svc-${domain}`)?.roles ?? []
  const own = roles.filter(({ on, role }) => granted.some(each => each.role === role && each.db === on))
  const privileges = own.flatMap(role => role.privileges)

  it('may send every command that services send', () => {
    const inherited = [...granted, ...own.flatMap(role => role.roles)].some(({ role }) => role === 'readWrite')
    const actions = new Set([...(inherited ? readWriteActions : []), ...privileges.flatMap(each => each.actions)])
    expect([...neededActions].filter(([action]) => !actions.has(action))).toEqual([])
  })

  it('has no other rights than those on its own database', () => {
    expect(privileges.map(({ resource }) => resource)).toEqual([{ db: domain, collection: '' }])
    const added = privileges.flatMap(each => each.actions)
    expect(added.filter(action => readWriteActions.has(action) || !neededActions.has(action))).toEqual([])
    expect([...granted, ...own.flatMap(role => role.roles)].filter(({ db }) => db !== domain)).toEqual([])
  })
})

describe('the user of backups', () => {
  it('reads all databases and writes only those in which backups are proven', () => {
    expect(users.find(({ user }) => user === 'backups')).toEqual({
      on: 'admin',
      user: 'backups',
      pwd: 'b',
      roles: domainNames.flatMap(name => [
        { role: 'read', db: name },
        { role: 'readWrite', db: `proof_${name}` },
      ]),
    })
  })
})
