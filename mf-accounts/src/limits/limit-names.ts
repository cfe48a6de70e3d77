import type { Role } from '@cascade/contracts'
import { type LimitName, limitNames } from '@cascade/contracts/accounts'

/** Players give nothing. */
export const limitNamesOf = (role: Role): readonly LimitName[] =>
  role === 'player' ? limitNames.filter(name => name !== 'giveDayMax' && name !== 'mayTransfer') : limitNames

/** Name of the box that removes a limit of many accounts. */
export const removalOf = (name: LimitName) => `remove ${name}`

const ownNames = ['ownStakeDayMax', 'ownLossDayMax', 'pause'] as const
type HistoryName = LimitName | (typeof ownNames)[number]

/** A field of the history that a change of limits has written. */
export const isOfLimits = (field: string): field is HistoryName =>
  ([...limitNames, ...ownNames] as readonly string[]).includes(field)
