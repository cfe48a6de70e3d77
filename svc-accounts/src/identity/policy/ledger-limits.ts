import { toHundredths } from '@cascade/contracts'
import type { SecurityPolicy } from '@cascade/contracts/accounts'
import type { ApprovalLimits } from '../../ledger'
import type { SecurityPolicyStore } from './policy-store'

/** The ledger reads the rules at most four times a second. */
const freshMs = 250

/** Rules with an amount, as the ledger applies them to the day of each actor. */
export function createApprovalLimits({ read }: Pick<SecurityPolicyStore, 'read'>): () => Promise<ApprovalLimits> {
  let readAt = Number.NEGATIVE_INFINITY
  let limits: ApprovalLimits = {}
  return async () => {
    if (performance.now() - readAt < freshMs) return limits
    limits = limitsOf((await read()).policy)
    readAt = performance.now()
    return limits
  }
}

export function limitsOf({ approvals }: Pick<SecurityPolicy, 'approvals'>): ApprovalLimits {
  const limitOf = (operation: string) => {
    const rule = approvals.find(each => each.operation === operation)
    return rule && toHundredths(rule.above ?? 0)
  }
  const [transfer, adjust, issue] = ['credit.transfer', 'credit.adjust', 'credit.issue'].map(limitOf)
  return {
    ...(transfer !== undefined && { transfer }),
    ...(adjust !== undefined && { adjust }),
    ...(issue !== undefined && { issue }),
  }
}
