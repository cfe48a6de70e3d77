// Given to all that ask for `zod` on a page, so that it is there once; see `sharing.ts` of packages/config.
// biome-ignore lint/performance/noReExportAll: it stands for the library, whose parts are listed once
export * from './zod-parts'
// biome-ignore lint/performance/noReExportAll: as above
export * as z from './zod-parts'
