/** Who asks the ledger for what follows from the clock and the rules. */
export const systemActor = { id: 'svc-live', username: 'svc-live', role: 'system' } as const
