import { lazyWithRetry } from '@cascade/ui-kit'

const load = () => import('./dialog')

/** Both dialogs come in one file, with the first use of either. */
export const PaletteDialog = lazyWithRetry(async () => ({ default: (await load()).PaletteDialog }))
export const HelpDialog = lazyWithRetry(async () => ({ default: (await load()).HelpDialog }))

/** Fetches the dialogs ahead; what fails is fetched again when it is needed. */
export const preloadDialogs = () => void load().catch(() => undefined)
