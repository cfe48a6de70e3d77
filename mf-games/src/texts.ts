import { defineTexts } from '@cascade/ui-kit'

export const texts = defineTexts('games', {
  timeMaster: 'Time Master',
  addTime: 'Add Time',
  timeId: 'Time ID',
  timeInSec: 'Time in sec',
  timeHelp: 'Seconds between two draws, from 10 to 86400.',
  searchTimes: 'Search times',
  gameMaster: 'Game Master',
  gameId: 'Game ID',
  gameName: 'Game Name',
  digits: 'Digits',
  numberOfDigits: 'No. of Digits',
  time: 'Time',
  seconds: '{seconds} sec',
  status: 'Status',
  publisher: 'Publisher',
  releaseDate: 'Release Date',
  searchGames: 'Search games',
})
