import type {} from 'vitest'

declare module 'vitest' {
  // Provided by the global setup of the integration tests. The servers are shared, so each test uses its own database.
  export interface ProvidedContext {
    mongodbUri: string
    natsUrl: string
  }
}
