import { defineExportCall, restorePercentagesCall } from '@cascade/contracts'
import { type BulkPercentages, type GameActor, PercentageChanged } from '@cascade/contracts/games'
import { newEvent, type Routes, toLine } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { findChanges, toPercentages } from '../percentages/percentage-store'

export const backupRoutes: Routes<GamesDeps> = ({ serveInternal }, deps) => {
  // An admin has a few dozen rows at most, so one page is enough.
  serveInternal(defineExportCall('games'), async ({ body }) => ({
    lines: (await deps.percentages.ofAdmin(body.adminId)).map(toLine),
    next: null,
  }))
  serveInternal(restorePercentagesCall, ({ body, requestId }) => restorePercentages(deps, { ...body, requestId }))
}

type Input = BulkPercentages & { adminId: string; by: GameActor; requestId: string }

/** Sets an admin's percentages to those of a backup; skips games that the admin no longer has. */
async function restorePercentages(deps: GamesDeps, { adminId, updates, by, requestId }: Input) {
  const admin = await deps.admins.inScope({ accountId: adminId, role: 'admin' }, adminId)
  const games = await deps.games.all()
  const changed = await deps.transaction(async tx => {
    const stored = await deps.percentages.ofAdmin(adminId, tx)
    const current = toPercentages(admin, games, stored)
    const own = new Set(current.map(({ id }) => id))
    const changes = findChanges({ updates: updates.filter(({ id }) => own.has(id)) }, current, stored, by)
    if (changes.length === 0) return 0
    const rows = changes.map(({ row }) => row)
    await deps.percentages.put(rows, tx)
    const events = changes.map(({ row: { by: _by, ...row }, before }) =>
      newEvent(PercentageChanged, { ...row, before }, { requestId }),
    )
    await deps.writeEvents(events, tx)
    return changes.length
  })
  return { changed }
}
