import type { CollectionPlan } from '@cascade/service-kit'
import { bookPlans } from './store/collections'
import { checkPlans } from './verify/check-store'

/** What must exist before a ledger starts. */
export const ledgerPlans: readonly CollectionPlan[] = [...bookPlans, ...checkPlans]
