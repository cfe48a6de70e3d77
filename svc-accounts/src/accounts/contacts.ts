import { AppError, type Call, isInScope, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import type { Scope } from './account'
import { emailContact, phoneContact } from './account-writes'
import { accountTexts } from './texts'

type Contacts = { emails?: string | undefined; phones?: string | undefined }

/**
 * Emails and phones already used in the actor's subtree. Contacts are globally unique, but foreign ones are not disclosed
 * in bulk: only the creation of an account reports them, one at a time and audited.
 */
export async function listTakenContacts(deps: AccountsDeps, { ctx, input }: Call<Contacts>) {
  requirePermission(ctx, 'player.manage')
  const [emails, phones] = [splitList(input.emails), splitList(input.phones).map(Number)]
  const found = await deps.accounts.findContacts([...emails.map(emailContact), ...phones.map(phoneContact)])
  const owners = await deps.accounts.findMany(found.map(({ accountId }) => accountId))
  const ownIds = new Set(owners.filter(account => isInScope(ctx.actor, account)).map(({ _id }) => _id))
  const used = new Set(found.flatMap(({ _id, accountId }) => (ownIds.has(accountId) ? [_id] : [])))
  return {
    data: {
      emails: emails.filter(email => used.has(emailContact(email))),
      phones: phones.filter(phone => used.has(phoneContact(phone))).map(String),
    },
  }
}

type NewContacts = { email?: string | null | undefined; phone?: number | null | undefined }

/**
 * A conflict with another branch reveals one of its customers, so an account may cause only a few per day.
 * @throws AppError UNPROCESSABLE for an account that has caused too many
 */
export async function requireUntriedContacts(
  { accounts, attempts }: Pick<AccountsDeps, 'accounts' | 'attempts'>,
  actor: Scope,
  { email, phone }: NewContacts,
): Promise<void> {
  const contacts = [...(email ? [emailContact(email)] : []), ...(phone ? [phoneContact(phone)] : [])]
  if (contacts.length === 0) return
  if (!(await attempts.hasUse('contact', actor.accountId)))
    throw new AppError('UNPROCESSABLE', accountTexts.contactsTried)
  const owners = (await accounts.findContacts(contacts)).map(({ accountId }) => accountId)
  const found = owners.length > 0 ? await accounts.findMany(owners) : []
  if (found.some(owner => !isInScope(actor, owner))) await attempts.countUse('contact', actor.accountId)
}

const splitList = (text: string | undefined) => text?.split(',') ?? []
