import type { Chunk } from '@rspack/core'

/** antd parts used by menu, top bar and lists; parts of forms and calendars load with their first use. */
const antd = `_util alert app avatar badge button checkbox config-provider drawer dropdown empty flex grid input layout menu
  message modal notification pagination popover segmented select skeleton space spin style tag theme tooltip version watermark wave`
const antdParts = `checkbox dialog drawer dropdown input menu mini-decimal motion mutate-observer notification overflow
  pagination portal resize-observer segmented select textarea tooltip trigger util virtual-list`
/** Contexts and locales of late parts that antd's provider imports. */
const lateContexts = `antd/es/calendar antd/es/color-picker antd/es/date-picker/locale antd/es/time-picker/locale antd/es/locale
  antd/es/form/context antd/es/form/hooks/useVariants antd/es/form/validateMessages antd/es/table/TableMeasure @rc-component/color-picker
  @rc-component/form/es/FormContext @rc-component/picker/es/locale`
const others = `@ant-design @babel @emotion @module-federation @tanstack clsx compute-scroll-into-view cookie i18next is-mobile react-hotkeys-hook
  react-i18next react-is react-router scroll-into-view-if-needed set-cookie-parser stylis throttle-debounce
  use-sync-external-store web-vitals zod zustand`

/** Our own modules that load with their first use. */
const later = `testing src/landing palette/dialog drawn-play game-pictures charts/ src/sort data/form/(?!form.css|number-input) xlsx`

const toPaths = (names: string, below = '') => names.split(/\s+/).map(name => `${below}${name}`)
const anyOf = (paths: readonly string[]) => `(?:${paths.join('|').replaceAll('/', '[\\\\/]')})`

const without = (names: string) => `(?!.*(?:node_modules|${anyOf(toPaths(names))}))`

const libraries = [
  ...toPaths(others).map(name => `${name}/`),
  ...toPaths(antd, 'antd/es/').map(name => `${name}/`),
  ...toPaths(antdParts, '@rc-component/').map(name => `${name}/`),
  ...toPaths(lateContexts),
  'antd/es/version',
]

/** The login form has its own small bundle, loaded before this one. */
const comesAfterLogin = (chunk: Chunk) => chunk.name !== 'instant-login' && !chunk.canBeInitial()

const file = (name: string, test: string) => ({ name, chunks: comesAfterLogin, enforce: true, test: new RegExp(test) })

/**
 * Two files after the login form, as a request costs more than a few unused bytes: libraries, whose hash survives
 * releases, and our own code.
 */
export const shellFiles = {
  libraries: file('libraries', `[\\\\/]node_modules[\\\\/]${anyOf(libraries)}`),
  kit: file('kit', `[\\\\/]@fontsource|[\\\\/]packages[\\\\/]${without(later)}|[\\\\/]shell[\\\\/]${without(later)}`),
}

/** Packages without side effects that do not declare it; unused exports are dropped. */
export const pure =
  /[\\/]node_modules[\\/](?:@rc-component|@ant-design[\\/](?:cssinjs|cssinjs-utils|colors|fast-color)|react-i18next|i18next)[\\/]/
