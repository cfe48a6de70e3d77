export { GamePicture, OptionPicture } from './game-picture'
export { hasPicture } from './picture-set'
