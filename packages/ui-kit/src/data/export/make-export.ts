// Loads with the first export.
export { collectRows } from './collect-rows'
export { makeFile } from './files'
export { buildSheet } from './sheet'
