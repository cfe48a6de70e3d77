export { gameSortFields, gamesApi, gamesEndpoints } from './api'
export { gameCodes } from './codes'
export {
  BetType,
  Bundle,
  boosterChance,
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
} from './description-version'
export { Changes, DescriptionChanged, GameSnapshot, gameEvents, PercentageChanged } from './events'
export { descriptionExample, gameExample, gamesCallExamples, percentageExample } from './examples'
export {
  ActedBy,
  digitsRequired,
  EditGame,
  Game,
  GameStatus,
  gameActions,
  NewGame,
  NewGameFields,
  pictureFault,
} from './game'
export { imageHashPattern, imagePath, maxGameImages, maxImageBytes, maxImagePixels } from './image'
export {
  BulkPercentages,
  Percentage,
  PercentageQuery,
  percentageIdOf,
  percentageSortFields,
  standardWinpercentage,
  WinPercentage,
} from './percentage'
export { playsAllGames, playsGame } from './plays-game'
export { gameTexts } from './texts'
export { NewTime, Time, timeApi, timeEvents, timeSortFields, timeTexts } from './times'
