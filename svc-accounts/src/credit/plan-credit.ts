import { isDeepStrictEqual } from 'node:util'
import { StaleAccount } from '../accounts/store/retry-on-conflict'
import type { AccountsDeps } from '../deps'
import { type Authorised, authoriseCredit, type CreditSides, type Parties, rememberedParties } from './authorise-credit'

type Who = Parameters<typeof authoriseCredit>[1]

/**
 * Plans a booking on the parties as this process remembers them while they are being read, so that the ledger begins at
 * once; it commits nothing before `confirmed`: that what was read gives the same plan. Where nothing is remembered, or
 * memory would refuse, it is planned on what was read.
 * @param plan tells from the parties all that the booking depends on; it throws where they are not entitled.
 */
export async function planCredit<Plan>(
  deps: AccountsDeps,
  { ctx, sides, plan }: { ctx: Who; sides: CreditSides; plan: (parties: Parties) => Plan },
): Promise<{ planned: Plan; confirmed?: Promise<void>; reading: Promise<Authorised> }> {
  const reading = authoriseCredit(deps, ctx, sides)
  const early = ifAllowed(() => {
    const remembered = rememberedParties(deps, ctx, sides)
    return remembered && plan(remembered)
  })
  if (early === undefined) return { planned: plan(await reading), reading }
  const confirmed = reading.then(read => {
    if (!isDeepStrictEqual(plan(read), early)) throw new StaleAccount()
  })
  // Told by the ledger; where the call ends before it gets there, nobody asks.
  confirmed.catch(() => undefined)
  return { planned: early, confirmed, reading }
}

function ifAllowed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
