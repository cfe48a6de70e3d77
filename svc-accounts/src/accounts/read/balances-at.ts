import type { AccountsDeps } from '../../deps'

type Deps = Pick<AccountsDeps, 'balances' | 'ledger'>

/** What accounts hold, in hundredths; with a moment, what they held then. */
export const balancesAt = (deps: Deps, ids: readonly string[], at: Date | undefined): Promise<Map<string, bigint>> =>
  at ? deps.ledger.balancesAt(ids, at) : deps.balances(ids)
