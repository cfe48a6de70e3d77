import { changesHeader, type LoggedChange } from '@cascade/contracts/gateway'
import type { Ctx } from './router'

const changesMax = 10
const valueLengthMax = 80

type Change = { field: string; before: unknown; after: unknown }

/** Sends changed fields to the gateway's audit log, in a response header. */
export function auditChanges(ctx: Pick<Ctx, 'setHeader'>, changes: readonly Change[]): void {
  if (changes.length === 0) return
  ctx.setHeader(changesHeader, encodeURIComponent(JSON.stringify(toLoggedChanges(changes))))
}

/** Changes as the log stores them: a limited number, with shortened values. */
export const toLoggedChanges = (changes: readonly Change[]): LoggedChange[] =>
  changes
    .slice(0, changesMax)
    .map(({ field, before, after }) => ({ field, before: shorten(before), after: shorten(after) }))

function shorten(value: unknown): LoggedChange['before'] {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return String(value).slice(0, valueLengthMax)
}
