import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { andharBahar } from './andhar-bahar'
import { bingo } from './bingo'
import { lucky12, lucky16 } from './cards'
import { digits } from './digits'
import { plainGame } from './plain'
import { tripleChance, tripleFun } from './thousands'
import { titliSorrat } from './titli-sorrat'
import { americanWheel, europeanWheel } from './wheels'

export type MasterGame = { gameId: string; gameName: string; description: GameDescription }

/** The predefined games in display order. Names are spelled as on the screens. */
export const masterGames: readonly MasterGame[] = [
  { gameId: gameCodes.funTarget, gameName: 'Fun Target', description: digits },
  { gameId: gameCodes.funRoullet, gameName: 'Fun Roullet', description: americanWheel },
  { gameId: gameCodes.tripleFun, gameName: 'Triple Fun', description: tripleFun },
  { gameId: gameCodes.andharBahar, gameName: 'Andhar Bahar', description: andharBahar },
  { gameId: gameCodes.titliSorrat, gameName: 'Titli Sorrat', description: titliSorrat },
  { gameId: gameCodes.bingo, gameName: 'Bingo', description: bingo },
  { gameId: gameCodes.funTimer, gameName: 'Fun Timer', description: digits },
  { gameId: gameCodes.lucky12, gameName: 'Lucky 12', description: lucky12 },
  { gameId: gameCodes.lucky16, gameName: 'Lucky 16', description: lucky16 },
  { gameId: gameCodes.tripleChance, gameName: 'Triple Chance', description: tripleChance },
  { gameId: gameCodes.roulette, gameName: 'Roulette', description: europeanWheel },
  { gameId: gameCodes.dusKaDum, gameName: 'DusKaDum', description: plainGame(10, 180, 10) },
  { gameId: gameCodes.lucky10, gameName: 'Lucky 10', description: plainGame(10) },
]

const byId: ReadonlyMap<string, MasterGame> = new Map(masterGames.map(game => [game.gameId, game]))

/** The description of a predefined game; undefined for other games. */
export const masterDescription = (gameId: string): GameDescription | undefined => byId.get(gameId)?.description
