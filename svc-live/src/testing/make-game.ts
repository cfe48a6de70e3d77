import { gameCodes } from '@cascade/contracts/games'
import { compileGame, type Game } from '@cascade/draw-rules'
import { masterDescription } from '@cascade/draw-rules/master'

export function makeGame(gameId: string = gameCodes.funTarget): Game {
  const description = masterDescription(gameId)
  if (!description) throw new Error(`${gameId} is no game of the master data`)
  return compileGame(description)
}
