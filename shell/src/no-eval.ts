import { config } from 'zod'

// The page forbids eval, and zod would try it; every copy on the page reads this one setting.
config({ jitless: true })
