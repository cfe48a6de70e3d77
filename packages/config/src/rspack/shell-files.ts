import type { Chunk } from '@rspack/core'

/** Parts of antd that menu, top bar and lists are made of; those of forms and calendars come with the first of them. */
const antd = `_util alert app avatar badge button checkbox config-provider drawer dropdown empty flex grid input layout menu
  message modal notification pagination popover segmented select skeleton space spin style tag theme tooltip version watermark wave`
const antdParts = `checkbox dialog drawer dropdown input menu mini-decimal motion mutate-observer notification overflow
  pagination portal resize-observer segmented select textarea tooltip trigger util virtual-list`
/** What antd's provider knows of those that come later. */
const known = `antd/es/calendar antd/es/color-picker antd/es/date-picker/locale antd/es/time-picker/locale antd/es/locale
  antd/es/form/context antd/es/form/hooks/useVariants antd/es/form/validateMessages antd/es/table/TableMeasure @rc-component/color-picker
  @rc-component/form/es/FormContext @rc-component/picker/es/locale`
const others = `@ant-design @babel @emotion @module-federation @tanstack clsx compute-scroll-into-view cookie i18next is-mobile react-hotkeys-hook
  react-i18next react-is react-router scroll-into-view-if-needed set-cookie-parser stylis throttle-debounce
  use-sync-external-store web-vitals zod zustand`

/** Of our own what comes with its first use. */
const later = `testing src/landing palette/dialog drawn-play game-pictures charts/ src/sort data/form/(?!form.css|number-input) xlsx`

const listed = (names: string, below = '') => names.split(/\s+/).map(name => `${below}${name}`)
const anyOf = (paths: readonly string[]) => `(?:${paths.join('|').replaceAll('/', '[\\\\/]')})`

const without = (names: string) => `(?!.*(?:node_modules|${anyOf(listed(names))}))`

const libraries = [
  ...listed(others).map(name => `${name}/`),
  ...listed(antd, 'antd/es/').map(name => `${name}/`),
  ...listed(antdParts, '@rc-component/').map(name => `${name}/`),
  ...listed(known),
  'antd/es/version',
]

/** The login form brings its few parts itself, before all of this. */
const comesAfterLogin = (chunk: Chunk) => chunk.name !== 'instant-login' && !chunk.canBeInitial()

const file = (name: string, test: string) => ({ name, chunks: comesAfterLogin, enforce: true, test: new RegExp(test) })

/**
 * Two files for what comes after the login form, as each request costs a visitor more than the bytes of a neighbour:
 * libraries, which outlive a release, and our own.
 */
export const shellFiles = {
  libraries: file('libraries', `[\\\\/]node_modules[\\\\/]${anyOf(libraries)}`),
  kit: file('kit', `[\\\\/]@fontsource|[\\\\/]packages[\\\\/]${without(later)}|[\\\\/]shell[\\\\/]${without(later)}`),
}

/** They say nothing about side effects and have none: what of them nobody uses can be left out. */
export const pure =
  /[\\/]node_modules[\\/](?:@rc-component|@ant-design[\\/](?:cssinjs|cssinjs-utils|colors|fast-color)|react-i18next|i18next)[\\/]/
