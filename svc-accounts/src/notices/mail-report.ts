import type { accountsInternal } from '@cascade/contracts/accounts'
import { busy } from '@cascade/service-kit'
import type { z } from 'zod'
import type { AccountsDeps } from '../deps'

type Deps = Pick<AccountsDeps, 'accounts' | 'mailer' | 'publicOrigin'>
type Input = z.output<typeof accountsInternal.sendMail.body>

/** Mails a file to an account. @throws AppError UNAVAILABLE if the mail server does not accept it */
export async function mailReport({ accounts, mailer, publicOrigin }: Deps, { accountId, file, ...mail }: Input) {
  const account = await accounts.find(accountId)
  if (!mailer || !account?.email || account.deleted) return { isSent: false }
  const text = [mail.text, publicOrigin].filter(Boolean).join('\n\n')
  const content = Buffer.from(file.content, 'base64')
  await mailer
    .send({ ...mail, to: account.email, text, file: { name: file.name, content } })
    .catch((cause: unknown) => Promise.reject(busy(60, undefined, cause)))
  return { isSent: true }
}
