export {
  BetType,
  Bundle,
  CoverName,
  coverNames,
  type DimensionKey,
  DrawPolicy,
  dimensionKeys,
  GameDescription,
  GameDimension,
  GameOption,
  maxMultiplier,
  maxOptions,
  NumberSeries,
} from './description'
export {
  ChangeDescription,
  DescriptionHistoryQuery,
  DescriptionQuery,
  DescriptionSummary,
  DescriptionVersion,
  descriptionExample,
} from './description-versions'
export { Changes, DescriptionChanged, GameSnapshot, gameEvents, PercentageChanged } from './events'
export { gameSortFields, gameTexts } from './game-calls'
export {
  ActedBy,
  digitsRequired,
  EditGame,
  Game,
  GameStatus,
  gameActions,
  gameCodes,
  gameExample,
  imageHashPattern,
  imagePath,
  maxGameImages,
  maxImageBytes,
  maxImagePixels,
  NewGame,
  NewGameFields,
  pictureFault,
  playsAllGames,
  playsGame,
} from './games'
export {
  BulkPercentages,
  Percentage,
  PercentageQuery,
  percentageIdOf,
  percentageSortFields,
  standardWinpercentage,
  WinPercentage,
} from './percentages'
export { NewTime, Time, timeApi, timeEvents, timeSortFields, timeTexts } from './times'

import { gameApi } from './game-calls'
import { percentageApi } from './percentages'

export const gamesApi = { ...gameApi, ...percentageApi }
