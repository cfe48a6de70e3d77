export * from './description'
export * from './description-versions'
export * from './events'
export { gameSortFields } from './game-calls'
export * from './game-texts'
export * from './games'
export {
  BulkPercentages,
  defaultWinpercentage,
  Percentage,
  PercentageQuery,
  percentageSortFields,
  toPercentageId,
  WinPercentage,
} from './percentages'
export { NewTime, Time, timeApi, timeEvents, timeSortFields, timeTexts } from './times'

import { gameApi } from './game-calls'
import { percentageApi } from './percentages'

export const gamesApi = { ...gameApi, ...percentageApi }
