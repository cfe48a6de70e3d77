import { config } from './zod-parts'

// Given to all that ask for `zod` on a page, so that it is there once; see `sharing.ts` of packages/config.
// biome-ignore lint/performance/noReExportAll: it stands for the library, whose parts are listed once
export * from './zod-parts'
// biome-ignore lint/performance/noReExportAll: as above
export * as z from './zod-parts'

// The page forbids eval, and zod would try it before the first object; every copy on the page reads this one setting.
config({ jitless: true })
