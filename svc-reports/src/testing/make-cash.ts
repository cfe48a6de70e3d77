import type { AccountSnapshot, CashKind } from '@cascade/contracts/accounts'

/** `amount` in hundredths, positive if the child owes more. */
export type CashFact = {
  parent: AccountSnapshot
  child: AccountSnapshot
  day: string
  kind: CashKind
  amount: bigint
}

const toParty = ({ accountId, username, role, ancestry }: AccountSnapshot) => ({ accountId, username, role, ancestry })

/** Makes the events of entries of current accounts, with the balance after each. */
export function createCashEvents() {
  const balances = new Map<string, bigint>()
  return ({ parent, child, day, kind, amount }: CashFact) => {
    const pair = `${parent.accountId}|${child.accountId}`
    const balance = (balances.get(pair) ?? 0n) + amount
    balances.set(pair, balance)
    return {
      type: 'accounts.cash.recorded.v1',
      data: {
        ...{ cashId: `${pair}|${day}|${balances.size}`, kind, amount: String(amount), balance: String(balance) },
        ...{ parent: toParty(parent), child: toParty(child), note: '', bizDate: day },
      },
    }
  }
}
