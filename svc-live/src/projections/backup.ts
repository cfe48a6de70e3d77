import { readerOf, toLine } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import type { LiveDeps } from '../deps'
import { waitForProjection } from '../ledger/wait-for-projection'

type PageQuery = { adminId: string; part: string; after: string | null; limit: number }
type Page = { lines: string[]; next: string | null }

export async function exportPart(deps: LiveDeps, query: PageQuery): Promise<Page> {
  return query.part === 'tickets' ? exportTickets(deps, query) : exportRecords(deps, query)
}

/** `after` is `day|position` of the next ticket. */
async function exportTickets({ draws, lists, tickets }: LiveDeps, { adminId, after, limit }: PageQuery): Promise<Page> {
  const list = lists.below(readerOf({ _id: adminId, role: 'admin' }))
  const [startDay = '0000-00-00', place = '0'] = after?.split('|') ?? []
  const days = await list.days(startDay, '9999-99-99')
  const [first] = days
  if (!first) return { lines: [], next: null }
  const from = first.day === startDay ? Number(place) : 0
  const [ids = []] = await list.refs([{ ...first, from, to: Math.min(from + limit, first.count) }])
  const found = await tickets.findByIds(ids.map(String))
  const states = await draws.readStates([...new Set(found.map(({ drawId }) => drawId))])
  const open = new Set(states.flatMap(({ _id, state }) => (state === 'open' ? [_id] : [])))
  // Before the draw, its salts and the seed together would tell what another bet changes.
  const lines = found.map(({ salt, ...ticket }) =>
    toLine(salt && !open.has(ticket.drawId) ? { ...ticket, salt } : ticket),
  )
  const isDayOver = from + ids.length >= first.count
  const nextDay = days[1]?.day
  const next = isDayOver ? nextDay && `${nextDay}|0` : `${first.day}|${from + ids.length}`
  return { lines, next: next ?? null }
}

/** `after` is the id of the previous page's last record. */
async function exportRecords({ records }: LiveDeps, { adminId, after, limit }: PageQuery): Promise<Page> {
  const rows = await records.listOfAdmin(adminId, after, limit)
  return { lines: rows.map(toLine), next: rows.length === limit ? (rows.at(-1)?._id ?? null) : null }
}

const timeoutMs = 5_000

/** Number of an admin's draws whose players wait for a result, including bets answered just now. */
export async function readOpenDraws(deps: Pick<BaseDeps, 'ledger' | 'playSeq' | 'busy'>, adminId: string) {
  await waitForProjection(deps, AbortSignal.timeout(timeoutMs))
  return { draws: await deps.busy.countDraws(adminId) }
}
