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
  multiplierMax,
  NumberSeries,
  optionsMax,
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
export { gameSortFields } from './game-calls'
export { gameTexts } from './game-texts'
export {
  ActedBy,
  digitsRequiredText,
  EditGame,
  Game,
  GameStatus,
  gameActions,
  gameCodes,
  gameExample,
  gameImagesMax,
  imageBytesMax,
  imageCountError,
  imageHashPattern,
  imagePath,
  imagePixelsMax,
  NewGame,
  NewGameFields,
  playsAllGames,
  playsGame,
} from './games'
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
