import type {} from 'vitest'

declare module 'vitest' {
  // What the integration tests' global setup provides: servers of the run, to be shared by name, not by content.
  export interface ProvidedContext {
    mongodbUri: string
    natsUrl: string
  }
}
