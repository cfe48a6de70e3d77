// Loads with the first export.
export { buildSheet } from '@cascade/files'
export { collectRows } from './collect-rows'
export { makeFile } from './files'
