import type { ServiceParts } from '@cascade/service-kit'
import { createComplaintStore } from './complaints/complaint-store'
import { createGenerations } from './views/generations'

/** Everything that a verb of this service may use. */
export const createDeps = ({ client, db, core, zone }: ServiceParts) => ({
  ...core,
  db,
  zone,
  complaints: createComplaintStore(db),
  generations: createGenerations({ client, db }),
})
export type ReportsDeps = ReturnType<typeof createDeps>
