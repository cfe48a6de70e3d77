import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyEndpoint, allEndpoints, changesState, type StandardRights, standardRights } from '@cascade/contracts'
import { peopleApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin } from '../support/suite'
import { repository } from '../support/tree-copy'
import { createBranch, uniqueNumber } from '../support/world'

/** The standard rights that allow a call, by its id. */
const table = new Map(
  readFileSync(join(repository, 'packages/contracts/docs/rights.txt'), 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(': ') as [string, string]),
)
const owners = ['superadmin', 'admin'] as const
type Owner = (typeof owners)[number]
const people = new Map<string, Session>()

beforeAll(async () => {
  const superadmin = await newSuperadmin()
  const { admin } = await createBranch(api, superadmin)
  await addPeople('superadmin', superadmin)
  await addPeople('admin', await api.login(admin.username))
})

async function addPeople(owner: Owner, session: Session) {
  for (const rights of standardRights) {
    const username = `${rights}-${uniqueNumber()}`
    const body = { name: `The ${rights}`, username, password: demoPassword, rights }
    await api.call(peopleApi.create, session, { body })
    people.set(`${owner} ${rights}`, await api.login(username))
  }
}

const ownerOf = ({ roles }: AnyEndpoint): Owner | undefined =>
  owners.find(role => Array.isArray(roles) && roles.includes(role))
/** An allowed call is stopped by its unknown id or field; one that has neither would take effect. */
const isHarmless = (endpoint: AnyEndpoint) =>
  !changesState(endpoint) || endpoint.path.includes(':') || endpoint.body !== undefined

describe.each(allEndpoints.filter(ownerOf).map(endpoint => [endpoint.id, endpoint] as const))(
  'the call %s of people',
  (id, endpoint) => {
    it('is allowed to the standard rights of the table only', async () => {
      const path = endpoint.path.replace(/:[a-zA-Z]+/g, 'missing')
      const body = endpoint.method === 'GET' ? {} : { body: { unknown: true } }
      const listed = table.get(id)?.split(' ') ?? []
      const isTried = (rights: StandardRights) => !listed.includes(rights) || isHarmless(endpoint)
      const tried = standardRights.filter(isTried)
      const allowed: string[] = []
      for (const rights of tried) {
        const { token } = people.get(`${ownerOf(endpoint)} ${rights}`) as Session
        const answer = await api.send(endpoint.method, path, { token, ...body })
        if (answer.body.code !== 'FORBIDDEN') allowed.push(rights)
      }
      expect(allowed).toEqual(listed.filter(rights => tried.some(each => each === rights)))
    })
  },
)
