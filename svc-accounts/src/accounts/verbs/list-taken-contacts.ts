import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { emailContact, phoneContact } from '../store/contacts'

type Contacts = { emails?: string | undefined; phones?: string | undefined }

/** Those of some emails and phones that a live account has, whoever's it is: the refusal of a create tells it, too. */
export async function listTakenContacts(deps: AccountsDeps, { ctx, input }: Ask<Contacts>) {
  requirePermission(ctx, 'player.manage')
  const [emails, phones] = [itemsOf(input.emails), itemsOf(input.phones).map(Number)]
  const taken = await deps.accounts.takenContacts([...emails.map(emailContact), ...phones.map(phoneContact)])
  return {
    data: {
      emails: emails.filter(email => taken.has(emailContact(email))),
      phones: phones.filter(phone => taken.has(phoneContact(phone))).map(String),
    },
  }
}

const itemsOf = (text: string | undefined) => text?.split(',') ?? []
