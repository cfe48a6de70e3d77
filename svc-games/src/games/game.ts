import { randomInt } from 'node:crypto'
import { type Changes, type EditGame, type Game, type GameActor, gameTexts } from '@cascade/contracts/games'
import { type Actor, agentsOf, invalid } from '@cascade/service-kit'

/** A stored game: references its time by id, because the length of a time may change, and its pictures by hash. */
export type GameRow = Omit<Game, 'timeId' | 'by'> & {
  timeIds: string[]
  /** Absent for games that the system wrote. */
  by?: GameActor
  deleted: boolean
  version: number
  /** For each field, the version that last changed it. */
  changedIn?: Record<string, number>
}

type Editable =
  | 'gameName'
  | 'nodigit'
  | 'description'
  | 'publisher'
  | 'releaseDate'
  | 'status'
  | 'logo'
  | 'timeIds'
  | 'deleted'
type Patch = Partial<Pick<GameRow, Editable>>

type GameChange = { game: GameRow; changes: Changes }

/** @throws AppError VALIDATION when the number of digits does not match the pictures */
export function editGame(game: GameRow, edit: EditGame, actor: Actor): GameChange | undefined {
  if (game.label === 'yes' && edit.nodigit !== undefined && edit.nodigit !== game.nodigit) {
    throw invalid(gameTexts.picturesFixDigits, 'nodigit')
  }
  return changeGame(game, edit, actor)
}

export const gameActorOf = ({ username, role, ...agents }: Actor): GameActor => ({
  ...{ username, role },
  ...agentsOf(agents),
})

/** The next version of the game with the changes of `patch`; undefined when nothing differs. */
export function changeGame(game: GameRow, patch: Patch, actor: Actor): GameChange | undefined {
  const fields = (Object.keys(patch) as (keyof Patch)[]).filter(field => `${game[field] ?? ''}` !== `${patch[field]}`)
  if (fields.length === 0) return undefined
  const version = game.version + 1
  return {
    game: {
      ...game,
      ...patch,
      version,
      by: gameActorOf(actor),
      changedIn: { ...game.changedIn, ...Object.fromEntries(fields.map(field => [field, version])) },
    },
    changes: Object.fromEntries(fields.map(field => [field, { before: game[field] ?? '', after: patch[field] }])),
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Eight random letters: the code of a game in links and bets. */
export const newGameCode = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
