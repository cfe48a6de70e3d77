import { isDeepStrictEqual } from 'node:util'
import { StaleAccount } from '../accounts/store/retry-on-conflict'
import type { AccountsDeps } from '../deps'
import { type Authorised, authoriseCredit, type CreditSides, type Parties, rememberedParties } from './authorise-credit'

type Who = Parameters<typeof authoriseCredit>[1]
type Planned<Plan> = {
  planned: Plan
  /** What the ledger asks at each try before it commits: all of it is read again. */
  confirm: () => Promise<void>
  authorised: () => Promise<Authorised>
}

/**
 * Plans a booking on the parties as this process remembers them, so that the ledger begins at once; they are read while
 * it writes, and it commits nothing before that has given the same plan. Where nothing is remembered, or memory would
 * refuse, it is planned on what was read.
 * @param plan tells from the parties all that the booking depends on; it throws where they are not entitled.
 */
export async function planCredit<Plan>(
  deps: AccountsDeps,
  { ctx, sides, plan }: { ctx: Who; sides: CreditSides; plan: (parties: Parties) => Plan },
): Promise<Planned<Plan>> {
  let reading: Promise<Authorised> | undefined
  const read = () => (reading = authoriseCredit(deps, ctx, sides))
  const authorised = () => reading ?? read()
  const early = ifAllowed(() => {
    const remembered = rememberedParties(deps, ctx, sides)
    return remembered && plan(remembered)
  })
  const planned = early ?? plan(await authorised())
  const confirm = async () => {
    if (!isDeepStrictEqual(plan(await read()), planned)) throw new StaleAccount()
  }
  return { planned, confirm, authorised }
}

function ifAllowed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
