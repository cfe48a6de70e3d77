import type { ServiceParts } from '@cascade/service-kit'
import { createComplaintStore } from './complaints/complaint-store'
import { createGameCopy } from './copies/games'
import { createClearingStore } from './history/clearing-store'
import { aboutReport, createVerificationStore } from './verification/verification-store'
import { createGenerations } from './views/generations'

/** Everything that a verb of this service may use. */
export function createDeps({ client, db, core, zone }: ServiceParts) {
  const verification = createVerificationStore(db)
  return {
    ...core,
    db,
    zone,
    complaints: createComplaintStore(db),
    clearings: createClearingStore(db),
    games: createGameCopy(db),
    generations: createGenerations({ client, db }),
    verification,
    aboutReport: aboutReport(verification),
  }
}
export type ReportsDeps = ReturnType<typeof createDeps>
