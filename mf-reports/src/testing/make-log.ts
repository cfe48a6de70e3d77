import { type LogRow, logRowExample } from '@cascade/contracts/reports'

/** A sign-in of admin1 by default. */
export const makeLog = (overrides: Partial<LogRow> = {}): LogRow => ({ ...logRowExample, ...overrides })
