import { gameCodes } from '@cascade/contracts/games'

/** Sample games; `hue` colours the card. */
export const sampleGames = [
  { gameId: gameCodes.lucky12, name: 'Lucky 12', rhythm: 'every 3 minutes', hue: 188 },
  { gameId: gameCodes.lucky16, name: 'Lucky 16', rhythm: 'every 3 minutes', hue: 172 },
  { gameId: gameCodes.tripleChance, name: 'Triple Chance', rhythm: 'every 2 minutes', hue: 205 },
  { gameId: gameCodes.roulette, name: 'Roulette', rhythm: 'every minute', hue: 152 },
  { gameId: gameCodes.dusKaDum, name: 'DusKaDum', rhythm: 'every 3 minutes', hue: 220 },
  { gameId: gameCodes.lucky10, name: 'Lucky 10', rhythm: 'every minute', hue: 196 },
] as const

export const sampleWinners = [
  { name: 'A. Mehta', game: 'Triple Chance', points: '45,000.00' },
  { name: 'R. Silva', game: 'Roulette', points: '12,600.00' },
  { name: 'J. Okoro', game: 'Lucky 12', points: '8,400.00' },
  { name: 'S. Rao', game: 'Lucky 16', points: '7,000.00' },
] as const
