/** Codes of the games of the master data: eight letters that never change, so that a link to a game stays good. */
export const gameCodes = {
  funTarget: 'MNOQqWWi',
  funRoullet: 'vwRORrGO',
  tripleFun: 'zuuhVbBM',
  andharBahar: 'qZicXikM',
  titliSorrat: 'qZicXikT',
  bingo: 'qZicXibb',
  funTimer: 'acqOpdff',
  lucky12: 'LuckyDzn',
  lucky16: 'LuckySxn',
  tripleChance: 'TrpChnce',
  roulette: 'EuRoulet',
  dusKaDum: 'DusKaDum',
  lucky10: 'LuckyTen',
} as const
