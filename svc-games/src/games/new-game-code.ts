import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Eight random letters: the code by which links and bets name a game. */
export const newGameCode = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
