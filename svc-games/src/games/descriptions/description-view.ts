import type { DescriptionSummary, DescriptionVersion } from '@cascade/contracts/games'
import type { GameRow } from '../game'
import type { DescriptionRow } from './description-store'

export const summaryOf = (row: Omit<DescriptionRow, 'description'>, { gameId }: GameRow): DescriptionSummary => ({
  gameId,
  version: row.version,
  by: row.by ?? null,
  at: row.at.toISOString(),
})

export const versionViewOf = (row: DescriptionRow, game: GameRow): DescriptionVersion => ({
  ...summaryOf(row, game),
  gameName: game.gameName,
  description: row.description,
})
