import { type ActingPerson, roles } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { type Ctx, forbidden, nameOfActor, unauthenticated } from '@cascade/service-kit'
import { type Account, usernameKeyOf } from '../accounts/account'
import { isActiveWithAncestors, requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { rightsInForce, type StoredPerson } from './people-store'

/** A way to sign in: of an account itself, or of a person who acts for it. Password and factors belong to it. */
export type Login = {
  /** Id of the account, or of the person. */
  _id: string
  username: string
  passwordVersion: number
  account: Account
  person?: StoredPerson
}

/** Without the accounts above. */
export const isActive = ({ account, person }: Login): boolean => account.active && person?.active !== false

export const nameOfLogin = ({ account, person }: Login): string => nameOfActor({ username: account.username, person })

type Deps = Pick<AccountsDeps, 'accounts' | 'people'>

export const loginOf = (account: Account, person?: StoredPerson): Login => {
  const { _id, username, passwordVersion } = person ?? account
  return { _id, username, passwordVersion, account, ...(person && { person }) }
}

export async function findLogin(deps: Deps, id: string): Promise<Login | undefined> {
  const account = await deps.accounts.find(id)
  if (account) return loginOf(account)
  const person = await deps.people.find(id)
  const owner = person && (await deps.accounts.find(person.accountId))
  return owner && loginOf(owner, person)
}

/** @throws AppError UNAUTHENTICATED, or FORBIDDEN for an inactive one */
export async function requireActiveLogin(deps: AccountsDeps, id: string): Promise<Login> {
  const login = await findLogin(deps, id)
  if (!login) throw unauthenticated()
  await assertActive(deps, login)
  return login
}

export const isActiveLogin = async (
  deps: Pick<AccountsDeps, 'accounts'>,
  { account, person }: Login,
): Promise<boolean> => person?.active !== false && (await isActiveWithAncestors(deps, account))

/** @throws AppError FORBIDDEN */
export async function assertActive(deps: Pick<AccountsDeps, 'accounts'>, login: Login): Promise<void> {
  if (!(await isActiveLogin(deps, login))) throw forbidden(authTexts.inactive)
}

/** The login of the current session. @throws AppError like `requireActor` */
export async function requireLogin(
  deps: Pick<AccountsDeps, 'accounts' | 'people' | 'sessions'>,
  ctx: Pick<Ctx, 'actor'>,
): Promise<Login> {
  const account = await requireActor(deps, ctx)
  if (!ctx.actor.person) return loginOf(account)
  const person = await deps.people.find(ctx.actor.person.id)
  if (person?.accountId !== account._id) throw unauthenticated()
  if (!person.active) throw forbidden(authTexts.inactive)
  return loginOf(account, person)
}

/** Generated usernames are reserved: their holder could pass for an operator. */
const generatedNames = new RegExp(`^(${roles.join('|')})\\d*$`, 'i')

/** True for a username of an account or a person, also a former one, or one that could be generated. */
export async function isUsernameTaken({ accounts, people }: Deps, username: string): Promise<boolean> {
  if (generatedNames.test(username)) return true
  const key = usernameKeyOf(username)
  return (await accounts.isUsernameTaken(key)) || (await people.isUsernameTaken(key))
}

/** A person with the rights in force, as sessions and tokens carry it. */
export async function actingPersonOf(
  { people, now }: Pick<AccountsDeps, 'people' | 'now'>,
  { account, person }: Login,
): Promise<ActingPerson | undefined> {
  if (!person) return undefined
  const { _id: id, name } = person
  const own = await people.ownRights([account._id])
  return { id, name, rights: [...rightsInForce(person, { role: account.role, own, now: now() })] }
}
