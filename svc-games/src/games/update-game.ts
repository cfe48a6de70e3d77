import { type EditGame, gameEvents, gameTexts } from '@cascade/contracts/games'
import {
  auditChanges,
  type Call,
  conflict,
  etagOf,
  newEvent,
  parseStaleVersion,
  requirePermission,
} from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { updateDigits } from './descriptions/write-descriptions'
import { editGame, type GameRow } from './game'
import { toGame, toSnapshot } from './game-view'

/** Updates the fields that are sent. @throws AppError CONFLICT when the game changed since the caller read it */
export async function updateGame(deps: GamesDeps, { ctx, input }: Call<{ id: string; edit: EditGame }>) {
  requirePermission(ctx, 'games.write')
  const { id, edit } = input
  const times = await deps.times.all()
  const game = await deps.transaction(async tx => {
    const stored = await deps.games.getOrThrow(id, tx)
    assertCurrent(stored, ctx.ifMatch, edit)
    const change = editGame(stored, edit, ctx.actor)
    if (!change) return stored
    await deps.games.replace(change.game, tx)
    const data = { ...toSnapshot(change.game, times), changes: change.changes }
    await deps.writeEvents([newEvent(gameEvents.updated, data, ctx)], tx)
    auditChanges(
      ctx,
      Object.entries(change.changes).map(([field, { before, after }]) => ({ field, before, after })),
    )
    if ('nodigit' in change.changes) await updateDigits(deps, ctx, change.game, tx)
    return change.game
  })
  ctx.setHeader('etag', etagOf(game))
  return { message: gameTexts.updated, data: toGame(game, times) }
}

/** @throws AppError CONFLICT for an edit of an older version; `errors` has both values of every field changed since */
function assertCurrent(game: GameRow, ifMatch: string | undefined, edit: EditGame): void {
  const baseVersion = parseStaleVersion(ifMatch, game)
  if (baseVersion === undefined) return
  const changed = Object.entries(game.changedIn ?? {}).filter(([, version]) => version > baseVersion)
  throw conflict(
    gameTexts.stale,
    Object.fromEntries(changed.map(([field]) => [field, describeDifference(game, edit, field as keyof GameRow)])),
  )
}

function describeDifference(game: GameRow, edit: EditGame, field: keyof GameRow): string {
  const stored = game[field] ?? ''
  if (typeof stored === 'object') return 'It was changed.'
  const edited = field in edit ? edit[field as keyof EditGame] : undefined
  return edited === undefined ? `It is “${stored}” now.` : `It is “${stored}” now, you sent “${edited}”.`
}
