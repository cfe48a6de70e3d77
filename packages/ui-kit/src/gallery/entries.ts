import { dataEntries } from './data-entries'
import { firstEntries, type States } from './first-entries'
import { formEntries } from './form-entries'

/** Every component that the kit exports, by its name. */
export const entries: Readonly<Record<string, States>> = { ...firstEntries, ...dataEntries, ...formEntries }

/** They show nothing of their own: a frame around the page, a way that leads elsewhere, and what password managers read. */
export const withoutLooks = ['UiProvider', 'UnknownAddress', 'UsernameField']
