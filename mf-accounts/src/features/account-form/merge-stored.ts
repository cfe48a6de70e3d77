import { type AccountValues, isSame } from '../../shared/account-fields/account-values'

type Merged = {
  /** What the form holds from now on. */
  values: AccountValues
  /** Fields that both changed, each with what is stored now. */
  clashes: Record<string, string>
}

/** Brings what somebody else stored into a form that is being filled: own entries stay, the rest follows. */
export function mergeStored(
  before: AccountValues,
  entered: AccountValues,
  after: AccountValues,
  fields: readonly string[],
): Merged {
  const merged: Record<string, unknown> = { ...entered }
  const clashes: Record<string, string> = {}
  for (const name of fields as readonly (keyof AccountValues)[]) {
    if (isSame(before[name], entered[name])) merged[name] = after[name]
    else if (!isSame(entered[name], after[name])) clashes[name] = String(after[name] ?? '')
  }
  return { values: merged as AccountValues, clashes }
}
