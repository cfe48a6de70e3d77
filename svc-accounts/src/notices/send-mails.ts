import { describeNotice, noticeTexts } from '@cascade/contracts/accounts'
import { type Background, type ServiceContext, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { findLogin } from '../identity/login'
import type { Mailer } from './mailer'
import type { StoredNotice } from './notice-store'

const everyMs = 5_000
const mailsPerRound = 50
/** The last try is about an hour after the first. */
const triesMax = 7
const firstPauseMs = 60_000

type Deps = Pick<AccountsDeps, 'notices' | 'accounts' | 'people' | 'now' | 'publicOrigin' | 'logger'>

/** Mails the notices of kinds that their logins want by mail; on all replicas, each notice leased by one. */
export function startMails(deps: AccountsDeps, { logger }: Pick<ServiceContext, 'logger'>): Background {
  const { mailer } = deps
  if (!mailer) return { stop: async () => {} }
  const loop = startLoop(() => sendMails(deps, mailer), { everyMs, logger, name: 'mail of notices' })
  return {
    async stop() {
      await loop.stop()
      mailer.close()
    },
  }
}

/** @returns `again` while there may be more */
export async function sendMails(deps: Deps, mailer: Pick<Mailer, 'send'>): Promise<'again' | undefined> {
  for (let left = mailsPerRound; left > 0; left--) {
    const notice = await deps.notices.leaseMail()
    if (!notice) return undefined
    await sendMail(deps, mailer, notice)
  }
  return 'again'
}

async function sendMail(deps: Deps, mailer: Pick<Mailer, 'send'>, notice: StoredNotice) {
  const { _id, accountId, kind, at, mailTries = 1 } = notice
  const { notices, now, publicOrigin, logger } = deps
  const [kinds, login] = await Promise.all([notices.settings(accountId), findLogin(deps, accountId)])
  const { account, person } = login ?? {}
  const to = account?.deleted || person?.active === false ? undefined : (person ?? account)?.email
  if (!kinds[kind]?.mail || !to) return notices.endMail(_id)
  const subject = describeNotice(notice, words)
  const text = [`${subject}.`, `Account ${account?.username}, ${at.toISOString()}.`, publicOrigin]
    .filter(Boolean)
    .join('\n\n')
  try {
    await mailer.send({ id: _id, to, subject, text })
    return notices.endMail(_id)
  } catch (err) {
    logger.warn({ err, noticeId: _id, mailTries }, 'notices: mail not sent')
    if (mailTries >= triesMax) return notices.failMail(_id)
    return notices.repeatMail(_id, new Date(now().getTime() + firstPauseMs * 2 ** (mailTries - 1)))
  }
}

const words: Parameters<typeof describeNotice>[1] = {
  text: (key, values = {}) => (noticeTexts[key] ?? key).replace(/\{(\w+)\}/g, (name, field) => values[field] ?? name),
  formatPoints: points => points.toLocaleString('en', { minimumFractionDigits: 2 }),
}
