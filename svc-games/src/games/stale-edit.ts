import { type EditGame, gameTexts } from '@cascade/contracts/games'
import { conflict, versionOf } from '@cascade/service-kit'
import type { GameRow } from './game'

/**
 * Refuses an edit that was made on an older state.
 * @throws AppError CONFLICT whose `errors` names every field that was changed since, with both values.
 */
export function requireCurrent(game: GameRow, ifMatch: string | undefined, edit: EditGame): void {
  const seen = versionOf(ifMatch)
  if (seen === undefined || seen === game.version) return
  const changed = Object.entries(game.changedIn ?? {}).filter(([, version]) => version > seen)
  throw conflict(
    gameTexts.stale,
    Object.fromEntries(changed.map(([field]) => [field, differenceOf(game, edit, field as keyof GameRow)])),
  )
}

function differenceOf(game: GameRow, edit: EditGame, field: keyof GameRow): string {
  const stored = game[field] ?? ''
  if (typeof stored === 'object') return 'It was changed.'
  const sent = field in edit ? edit[field as keyof EditGame] : undefined
  return sent === undefined ? `It is “${stored}” now.` : `It is “${stored}” now, you sent “${sent}”.`
}
