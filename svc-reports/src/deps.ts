import type { ServiceParts } from '@cascade/service-kit'

/** Everything that a verb of this service may use. */
export const createDeps = ({ db, core, zone }: ServiceParts) => ({ ...core, db, zone })
export type ReportsDeps = ReturnType<typeof createDeps>
