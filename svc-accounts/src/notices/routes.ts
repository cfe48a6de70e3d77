import { accountsInternal, type NoticeSetting, noticeApi, noticeKindNames } from '@cascade/contracts/accounts'
import { type Call, loginIdOf, notFound, type Routes } from '@cascade/service-kit'
import { toWindow } from '../accounts/lists/windows'
import { listCurrent } from '../announcements/routes'
import type { AccountsDeps } from '../deps'
import { requireLogin } from '../identity/login'
import { mailReport } from './mail-report'

export const noticeRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serveInternal(accountsInternal.sendMail, ({ body }) => mailReport(deps, body))
  serve(noticeApi.list, ({ ctx, query }) => listNotices(deps, { ctx, input: query }))
  serve(noticeApi.change, ({ ctx, params, body }) => changeNotice(deps, { ctx, input: { ...params, ...body } }))
  serve(noticeApi.readAll, async ({ ctx }) => {
    await deps.notices.readAll(loginIdOf(ctx.actor))
    return {}
  })
  serve(noticeApi.settings, ({ ctx }) => readSettings(deps, { ctx, input: {} }))
  serve(noticeApi.changeSettings, async ({ ctx, body }) => {
    await deps.notices.changeSettings(loginIdOf(ctx.actor), body.settings)
    return {}
  })
}

type Page = { page?: number | undefined; size?: number | undefined }

async function listNotices(deps: AccountsDeps, { ctx, input }: Call<Page>) {
  const [{ rows, ...counts }, { data: announcements }, maintenance] = await Promise.all([
    deps.notices.page(loginIdOf(ctx.actor), toWindow(input)),
    listCurrent(deps, { ctx, input: {} }),
    deps.maintenance.readCurrent(),
  ])
  const data = rows.map(({ accountId: _, mailAt: _due, mailTries: _tries, at, ...notice }) => ({
    ...notice,
    at: at.toISOString(),
  }))
  return { data, ...counts, announcements, maintenance }
}

async function changeNotice(deps: AccountsDeps, { ctx, input }: Call<{ id: string; read: boolean }>) {
  if (!(await deps.notices.change(loginIdOf(ctx.actor), input.id, input.read))) throw notFound()
  return {}
}

async function readSettings(deps: AccountsDeps, { ctx }: Call) {
  const { _id, account, person } = await requireLogin(deps, ctx)
  const kinds = await deps.notices.settings(_id)
  const data: NoticeSetting[] = noticeKindNames.map(kind => ({ kind, ...(kinds[kind] ?? { bell: true, mail: false }) }))
  return { data, address: (person ?? account).email || null, mail: deps.mailer !== undefined }
}
