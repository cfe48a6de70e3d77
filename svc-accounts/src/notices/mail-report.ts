import type { accountsInternal } from '@cascade/contracts/accounts'
import { busy } from '@cascade/service-kit'
import type { z } from 'zod'
import type { AccountsDeps } from '../deps'
import { actingPersonOf, findLogin, isActive } from '../identity/login'

type Deps = Pick<AccountsDeps, 'accounts' | 'people' | 'now' | 'mailer' | 'publicOrigin'>
type Input = z.output<typeof accountsInternal.sendMail.body>

/** Mails a report to a login. @throws AppError UNAVAILABLE if the mail server does not accept it */
export async function mailReport(deps: Deps, { accountId: loginId, file, ...mail }: Input) {
  const { mailer, publicOrigin } = deps
  const login = await findLogin(deps, loginId)
  if (!login) return { isSent: false, isRemoved: true }
  const { email: to } = login.person ?? login.account
  const rights = (await actingPersonOf(deps, login))?.rights
  if (!mailer || !to || !isActive(login) || rights?.includes('reports.read') === false) return { isSent: false }
  const text = [mail.text, publicOrigin].filter(Boolean).join('\n\n')
  const content = Buffer.from(file.content, 'base64')
  await mailer
    .send({ ...mail, to, text, file: { name: file.name, content } })
    .catch((cause: unknown) => Promise.reject(busy(60, undefined, cause)))
  return { isSent: true }
}
