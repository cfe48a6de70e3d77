import { standardRights } from '@cascade/contracts'
import {
  type NewPerson,
  type Person,
  type PersonChange,
  peopleApi,
  peopleMax,
  peopleTexts,
} from '@cascade/contracts/accounts'
import { AppError, type Call, conflict, invalid, isDuplicateKey, notFound } from '@cascade/service-kit'
import { type Account, usernameKeyOf } from '../accounts/account'
import { toWindow } from '../accounts/lists/windows'
import { authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import { isUsernameTaken } from '../identity/login'
import { requireUncommon } from '../identity/passwords/common-passwords'
import { setUpBy, setUpWrite } from '../identity/passwords/credential-store'
import { requesterOf } from '../identity/passwords/hasher'
import type { StoredPerson } from '../identity/people-store'
import { findOwner, type OfAccount } from './find-owner'

type Page = { page?: number | undefined; size?: number | undefined }

export async function listPeople(deps: AccountsDeps, { ctx, input }: Call<OfAccount & Page>) {
  const owner = await findOwner(deps, ctx, input)
  const people = await deps.people.of(owner._id)
  const { skip, limit } = toWindow(input)
  const page = people.slice(skip, skip + limit)
  return { data: await Promise.all(page.map(person => viewOf(deps, person))), total: people.length }
}

type Added = OfAccount & { person: NewPerson }

export async function addPerson(deps: AccountsDeps, { ctx, input }: Call<Added>) {
  const owner = await findOwner(deps, ctx, input)
  const { name, username, password, email = '', rights } = input.person
  await requireRights(deps, owner, rights)
  await requireUncommon(password, 'password')
  if (await isUsernameTaken(deps, username))
    throw conflict(peopleTexts.usernameTaken, { username: peopleTexts.usernameTaken })
  const createdAt = deps.now()
  const person: StoredPerson = {
    ...{ _id: deps.newId(), accountId: owner._id, name, username, usernameKey: usernameKeyOf(username), email, rights },
    ...{ active: true, removed: false, passwordVersion: 1, lastLogin: null, createdAt },
  }
  const hash = await deps.hasher.hash(password, requesterOf(ctx.actor))
  const changes = [
    { field: 'person', before: null, after: username },
    { field: 'rights', before: null, after: rights },
  ]
  const record = authorityWrite(ctx, { endpoint: peopleApi.create, at: createdAt, object: owner, changes })
  await deps
    .transaction(async tx => {
      if ((await deps.people.count(owner._id, tx)) >= peopleMax) throw new AppError('UNPROCESSABLE', peopleTexts.full)
      await deps.people.insert(person, tx)
      const setUps = setUpBy(ctx.actor, createdAt)
      await deps.credentials.insert([{ _id: person._id, password: hash, isTemporary: true, setUps }], tx)
      await deps.write([record], tx)
    })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      throw conflict(peopleTexts.usernameTaken, { username: peopleTexts.usernameTaken })
    })
  return { message: peopleTexts.created, data: await viewOf(deps, person) }
}

type Changed = OfAccount & { personId: string; change: PersonChange }

export async function changePerson(deps: AccountsDeps, { ctx, input }: Call<Changed>) {
  const owner = await findOwner(deps, ctx, input)
  const before = await findPerson(deps, owner, input.personId)
  const { password, status, ...fields } = input.change
  if (fields.rights !== undefined) await requireRights(deps, owner, fields.rights)
  if (password !== undefined) await requireUncommon(password, 'password')
  const hash = password === undefined ? undefined : await deps.hasher.hash(password, requesterOf(ctx.actor))
  const set: Partial<StoredPerson> = {
    ...fields,
    ...(status !== undefined && { active: status === 'active' }),
    ...(hash !== undefined && { passwordVersion: before.passwordVersion + 1 }),
  }
  const after = { ...before, ...set }
  const signsOut = hash !== undefined || !after.active
  const login = { account: owner, person: before }
  const ending = await deps.sessions.planEndOf(login, { reason: 'person changed', by: ctx })
  const at = deps.now()
  const record = authorityWrite(ctx, {
    endpoint: peopleApi.change,
    at,
    object: owner,
    changes: changesOf(before, after),
  })
  const replaced =
    hash === undefined
      ? []
      : [
          await deps.credentials.replaceWrite(before._id, { password: hash }, true),
          setUpWrite(before._id, ctx.actor, at),
        ]
  await deps.transaction(async tx => {
    if (!(await deps.people.change(owner._id, before._id, set, tx))) throw notFound()
    await deps.write([...replaced, ...(signsOut ? ending.writes : []), record], tx)
  })
  if (signsOut) deps.passwords.forget(ending.sessionIds)
  return { message: peopleTexts.changed, data: await viewOf(deps, after) }
}

export async function removePerson(deps: AccountsDeps, { ctx, input }: Call<OfAccount & { personId: string }>) {
  const owner = await findOwner(deps, ctx, input)
  const person = await findPerson(deps, owner, input.personId)
  const ending = await deps.sessions.planEndOf({ account: owner, person }, { reason: 'person removed', by: ctx })
  const changes = [{ field: 'person', before: person.username, after: null }]
  const record = authorityWrite(ctx, { endpoint: peopleApi.remove, at: deps.now(), object: owner, changes })
  await deps.transaction(async tx => {
    if (!(await deps.people.change(owner._id, person._id, { removed: true, active: false }, tx))) throw notFound()
    await deps.write([...ending.writes, record], tx)
  })
  deps.passwords.forget(ending.sessionIds)
  return { message: peopleTexts.removed }
}

async function findPerson(deps: AccountsDeps, owner: Account, id: string): Promise<StoredPerson> {
  const person = await deps.people.find(id)
  if (person?.accountId !== owner._id) throw notFound()
  return person
}

/** @throws AppError VALIDATION unless they are standard rights or rights of the account */
export async function requireRights(deps: AccountsDeps, { _id }: Account, rights: string): Promise<void> {
  if (standardRights.some(name => name === rights)) return
  const own = await deps.people.ownRights([_id])
  if (!own.some(row => row._id === rights)) throw invalid(peopleTexts.rightsUnknown, 'rights')
}

const loggedFields = ['name', 'email', 'rights', 'active'] as const

function changesOf(before: StoredPerson, after: StoredPerson) {
  const fields = loggedFields
    .map(field => ({ field, before: before[field], after: after[field] }))
    .filter(change => change.before !== change.after)
  const isReset = before.passwordVersion !== after.passwordVersion
  return [
    { field: 'person', before: before.username, after: after.username },
    ...fields,
    ...(isReset ? [{ field: 'password', before: null, after: null }] : []),
  ]
}

export async function viewOf(deps: AccountsDeps, person: StoredPerson): Promise<Person> {
  const { _id, name, username, email, rights, elevation, active, lastLogin, createdAt } = person
  const factors = (await deps.factors.of(_id)).map(({ kind }) => kind)
  return {
    ...{ _id, name, username, email, rights, factors },
    ...(elevation && { elevation: { ...elevation, until: elevation.until.toISOString() } }),
    status: active ? 'active' : 'inactive',
    lastLogin: lastLogin?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
