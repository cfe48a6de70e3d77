export { GamePicture } from './game-picture'
export { OptionPicture } from './option-picture'
export { hasPicture } from './picture-set'
