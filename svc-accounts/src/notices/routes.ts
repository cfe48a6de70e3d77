import { noticeApi } from '@cascade/contracts/accounts'
import { type Call, notFound, type Routes } from '@cascade/service-kit'
import { toWindow } from '../accounts/lists/windows'
import type { AccountsDeps } from '../deps'

export const noticeRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(noticeApi.list, ({ ctx, query }) => listNotices(deps, { ctx, input: query }))
  serve(noticeApi.change, ({ ctx, params, body }) => changeNotice(deps, { ctx, input: { ...params, ...body } }))
  serve(noticeApi.readAll, async ({ ctx }) => {
    await deps.notices.readAll(ctx.actor.accountId)
    return {}
  })
}

type Page = { page?: number | undefined; size?: number | undefined }

async function listNotices(deps: AccountsDeps, { ctx, input }: Call<Page>) {
  const { rows, ...counts } = await deps.notices.page(ctx.actor.accountId, toWindow(input))
  return { data: rows.map(({ accountId: _, at, ...notice }) => ({ ...notice, at: at.toISOString() })), ...counts }
}

async function changeNotice(deps: AccountsDeps, { ctx, input }: Call<{ id: string; read: boolean }>) {
  if (!(await deps.notices.change(ctx.actor.accountId, input.id, input.read))) throw notFound()
  return {}
}
