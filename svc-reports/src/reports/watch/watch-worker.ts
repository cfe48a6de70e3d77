import { type AccountRow, accountsOf, type Background, type ServiceContext, startLoop } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { type DueDay, readDue } from '../../projections/watch-days/due-store'
import { readRejections } from '../../projections/watch-days/rejections'
import { readNetworkPlayers } from '../../projections/watch-days/sign-ins'
import { pathOf } from '../cases/find-case'
import { readPlayerDays } from './read-player-figures'
import { findEvidence } from './rules/find-evidence'

/** So rarely, because a player who plays without a pause is looked at each time. */
const everyMs = 300_000
const batchesMax = 500
const playersMax = 500

/** Applies the rules to the days that events have changed since the last time, on one replica. */
export function startWatch(
  deps: ReportsDeps,
  { leaseOf, logger }: Pick<ServiceContext, 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('watch')
  const loop = startLoop(
    async (signal, progress) => ((await lease.hold()) ? watchDue(deps, { signal, progress }) : undefined),
    { everyMs, logger, name: 'watch' },
  )
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

type Run = { signal: AbortSignal; progress: () => void }

/** A failed run is repeated with the same days. @returns `again` if more days may be due */
export async function watchDue(deps: ReportsDeps, { signal, progress }: Run): Promise<'again' | undefined> {
  const due = await readDue(deps.db, batchesMax)
  for (const [day, ids] of groupByDay(due.days)) {
    for (let from = 0; from < ids.length; from += playersMax) {
      signal.throwIfAborted()
      await watchDay(deps, day, ids.slice(from, from + playersMax))
      progress()
    }
  }
  await due.remove()
  return due.isPart ? 'again' : undefined
}

async function watchDay(deps: ReportsDeps, day: string, ids: readonly string[]): Promise<void> {
  const players = await accountsOf(deps.db)
    .find({ _id: { $in: [...ids] }, role: 'player' })
    .toArray()
  const days = await readPlayerDays(deps, players, day)
  const playerIds = players.map(({ _id }) => _id)
  const rejectionsOf = await readRejections(
    deps.db,
    playerIds.map(playerId => ({ playerId, day })),
  )
  const networkPlayersOf = await readNetworkPlayers(deps.db, playerIds, day)
  const rulesOf = await deps.watchRules.read([...new Set(players.map(adminOf))])
  const findings = players.map(player => {
    const { _id: accountId, username, role } = player
    const figures = {
      days: days.get(accountId) ?? [],
      rejections: rejectionsOf({ playerId: accountId, day }),
      networkPlayers: networkPlayersOf(accountId),
    }
    const found = findEvidence(figures, rulesOf(adminOf(player)))
    return { account: { accountId, username, role }, path: pathOf(player), day, found }
  })
  await deps.watch.replace(findings)
}

const adminOf = ({ ancestry }: AccountRow): string => ancestry.admin ?? ''

function groupByDay(days: readonly DueDay[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { playerId, day } of days) {
    const group = groups.get(day)
    if (group) group.push(playerId)
    else groups.set(day, [playerId])
  }
  return groups
}
