import { balanceMax, formatPoints } from '@cascade/contracts'
import { accountFieldNames, accountFields, type UpdateAccountInput } from '@cascade/contracts/accounts'
import { type Ctx, conflict, forbidden } from '@cascade/service-kit'
import {
  type Account,
  creditLineOf,
  isSelf,
  ledgerActorOf,
  orderOfUsername,
  type Reparenting,
  type Scope,
  withChanges,
} from '../accounts/account'
import { toSettings } from '../accounts/field-mapping'
import { accountTexts } from '../accounts/texts'
import type { Secrets } from '../identity/passwords/credential-store'
import type { ChangeRequest } from '../ledger'

const selfEditableFields: readonly string[] = [
  ...accountFieldNames.filter(name => accountFields[name].profile !== undefined),
  ...['role', 'authUser'],
]

type Edit = {
  set: Partial<Account>
  changed: string[]
}

/**
 * Accounts may edit only their own profile: an ancestor decides about commission, status, reference, games and note, and
 * the own password needs the old one. A superadmin may edit all except its own password and status.
 */
export function requireOwnFields(actor: Scope, account: Account, input: UpdateAccountInput): void {
  if (!isSelf(actor, account)) return
  if (input.password !== undefined) throw forbidden(accountTexts.ownPassword)
  if (actor.role === 'superadmin') {
    if (input.userStatus === false) throw conflict(accountTexts.ownStatus)
    return
  }
  if (Object.keys(input).some(field => !selfEditableFields.includes(field))) throw forbidden(accountTexts.ownFields)
}

export function buildEdit(account: Account, input: UpdateAccountInput): Edit {
  const changes = toSettings(input)
    .map(({ name, set }) => ({ name, set: changedFields(account, set) }))
    .filter(({ set }) => Object.keys(set).length > 0)
  return {
    set: Object.fromEntries(changes.flatMap(({ set }) => Object.entries(set))) as Partial<Account>,
    changed: changes.map(({ name }) => name),
  }
}

const changedFields = (account: Account, set: Partial<Account>) =>
  Object.fromEntries(Object.entries(set).filter(([field, value]) => !isSame(value, account[field as keyof Account])))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export type AccountChange = {
  before: Account
  after: Account
  secrets?: Secrets | undefined
  reparenting?: Reparenting | undefined
  /** Changes position, status or credit line: goes through the ledger, which rejects earlier authorisations. */
  touchesScope: boolean
  statusChanged: boolean
}

/** Combines an edit, new secrets and another parent; undefined if nothing changes. */
export function planChange(
  before: Account,
  { set, changed }: Edit,
  { secrets, reparenting }: Pick<AccountChange, 'secrets' | 'reparenting'> = {},
): AccountChange | undefined {
  if (changed.length === 0 && !secrets && !reparenting) return undefined
  const statusChanged = set.active !== undefined
  const touchesScope = statusChanged || reparenting !== undefined || 'creditLine' in set
  const after = withChanges(
    before,
    {
      ...set,
      ...(reparenting ? placeBelow(reparenting) : {}),
      ...(touchesScope ? { scopeVersion: before.scopeVersion + 1 } : {}),
      ...(secrets?.password === undefined ? {} : { passwordVersion: before.passwordVersion + 1 }),
    },
    [...changed, ...(reparenting ? ['refId'] : [])],
  )
  return { before, after, secrets, reparenting, touchesScope, statusChanged }
}

const placeBelow = ({ to, ancestry }: Reparenting) => ({
  parentId: to._id,
  parentOrder: orderOfUsername(to),
  ancestry,
})

type LineChange = Pick<AccountChange, 'before' | 'after'>

/** A raised credit line lets points move down as a transfer does. No limit is more than any limit. */
export function planCreditLine(ctx: Ctx, { before, after }: LineChange): Pick<ChangeRequest, 'creditLine' | 'raise'> {
  const [from, to] = [creditLineOf(before), creditLineOf(after)]
  if (from === to) return {}
  const amount = from === undefined ? 0n : (to ?? balanceMax) - from
  return { creditLine: to ?? null, ...(amount > 0n && { raise: { actor: ledgerActorOf(ctx.actor), amount } }) }
}

export const creditLineDetails = ({ before, after }: LineChange) => ({
  creditLine: [before, after]
    .map(({ creditLine }) => (creditLine === undefined ? 'no limit' : formatPoints(creditLine)))
    .join(' → '),
})
