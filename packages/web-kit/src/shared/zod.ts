// Given to all that ask for `zod` on a page, so that it is there once; see `sharing.ts` of packages/config.
export * from './zod-parts'
export * as z from './zod-parts'
