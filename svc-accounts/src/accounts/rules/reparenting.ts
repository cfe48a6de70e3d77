import type { Ancestry } from '@cascade/contracts/accounts'
import { type Account, ancestryBelow } from './account'

/** A decided change of parent. */
export type Reparenting = { from: Account; to: Account; ancestry: Ancestry }

export const reparentTo = (from: Account, to: Account): Reparenting => ({ from, to, ancestry: ancestryBelow(to) })
