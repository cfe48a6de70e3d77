import { config } from './zod-parts'

// Replaces `zod` on a page, so that it is loaded once; see `sharing.ts` of packages/dev.
export * from './zod-parts'
export * as z from './zod-parts'

// The CSP forbids eval, which zod would try first; every copy on the page reads this setting.
config({ jitless: true })
