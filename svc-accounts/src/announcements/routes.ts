import {
  type Announcement,
  type AnnouncementInput,
  accountsInternal,
  announcementApi,
  announcementTexts,
  type CurrentAnnouncement,
} from '@cascade/contracts/accounts'
import { type Call, nameOfActor, notFound, type Routes, requirePermission } from '@cascade/service-kit'
import { ancestorIds } from '../accounts/account'
import { requireActor } from '../accounts/find-account'
import { toWindow } from '../accounts/lists/windows'
import type { AccountsDeps } from '../deps'
import type { StoredAnnouncement } from './announcement-store'

export const announcementRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(announcementApi.current, ({ ctx }) => listCurrent(deps, { ctx, input: {} }))
  serveInternal(accountsInternal.playAnnouncements, ({ body }) => listForPlayers(deps, body.accountIds))
  serve(announcementApi.list, ({ ctx, query }) => listOwn(deps, { ctx, input: query }))
  serve(announcementApi.create, ({ ctx, body }) => createAnnouncement(deps, { ctx, input: body }))
  serve(announcementApi.change, ({ ctx, params, body }) =>
    changeAnnouncement(deps, { ctx, input: { id: params.id, announcement: body } }),
  )
  serve(announcementApi.remove, ({ ctx, params }) => removeAnnouncement(deps, { ctx, input: params }))
}

export async function listCurrent(deps: AccountsDeps, { ctx }: Call) {
  const { _id, role, ancestry } = await requireActor(deps, ctx)
  const rows = await deps.announcements.current([_id, ...ancestorIds(ancestry)], role)
  return { data: rows.map(row => toCurrent(row, role)) }
}

async function listForPlayers({ accounts, announcements }: AccountsDeps, accountIds: readonly string[]) {
  const found = await accounts.findMany(accountIds)
  const authors = [...new Set(found.flatMap(({ ancestry }) => ancestorIds(ancestry)))]
  const rows = authors.length > 0 ? await announcements.current(authors, 'player') : []
  const players = found.map(({ _id, ancestry }) => {
    const above = ancestorIds(ancestry)
    return {
      accountId: _id,
      announcements: rows.filter(row => above.includes(row.accountId)).map(row => toCurrent(row, 'player')),
    }
  })
  return { players: players.filter(each => each.announcements.length > 0) }
}

type Page = { page?: number | undefined; size?: number | undefined }

async function listOwn(deps: AccountsDeps, { ctx, input }: Call<Page>) {
  requirePermission(ctx, 'announcements.manage')
  const { page, total } = await deps.announcements.own(ctx.actor.accountId, toWindow(input))
  return { data: page.map(toAnnouncement), total }
}

async function createAnnouncement(deps: AccountsDeps, { ctx, input }: Call<AnnouncementInput>) {
  requirePermission(ctx, 'announcements.manage')
  const { _id: accountId, username } = await requireActor(deps, ctx)
  const { person } = ctx.actor
  const row = await deps.announcements.insert({ accountId, username, person }, input)
  return { data: toAnnouncement(row), message: announcementTexts.created }
}

async function changeAnnouncement(
  deps: AccountsDeps,
  { ctx, input }: Call<{ id: string; announcement: AnnouncementInput }>,
) {
  requirePermission(ctx, 'announcements.manage')
  const { _id: accountId } = await requireActor(deps, ctx)
  const row = await deps.announcements.replace(accountId, input.id, input.announcement)
  if (!row) throw notFound()
  return { data: toAnnouncement(row), message: announcementTexts.changed }
}

async function removeAnnouncement(deps: AccountsDeps, { ctx, input }: Call<{ id: string }>) {
  requirePermission(ctx, 'announcements.manage')
  const { _id: accountId } = await requireActor(deps, ctx)
  if (!(await deps.announcements.remove(accountId, input.id))) throw notFound()
  return { message: announcementTexts.removed }
}

/** Players see the account only. */
function toCurrent(row: StoredAnnouncement, role: string): CurrentAnnouncement {
  const { roles: _roles, ...announcement } = toAnnouncement(row)
  const { by: username, person } = row
  return { ...announcement, by: role === 'player' ? username : nameOfActor({ username, person }) }
}

const toAnnouncement = ({ _id, text, roles, from, to, level }: StoredAnnouncement): Announcement => ({
  _id,
  text,
  roles,
  from: from.toISOString(),
  to: to.toISOString(),
  level,
})
