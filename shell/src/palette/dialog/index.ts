export { HelpDialog } from './help-dialog'
export { PaletteDialog } from './palette-dialog'
