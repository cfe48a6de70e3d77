import { runTexts } from '@cascade/contracts/accounts'
import { type Ctx, conflict, requireRight } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { requireProof } from '../identity/sessions/require-proof'
import type { Run } from './run-store'
import { beginRun } from './start-run'

/**
 * Starts a run that gives the accounts that `undone` changed their former status. A run is undone once; a repeated call
 * returns the same run.
 * @throws AppError CONFLICT for a run that is active, changes no status, or changed nothing
 */
export async function undoRun(deps: AccountsDeps, ctx: Ctx, undone: Run): Promise<Run> {
  const { _id, operation, role, parentId, state } = undone
  requireRight(ctx, `${role}.manage`)
  if (state === 'running' || (operation !== 'suspend' && operation !== 'activate')) throw conflict(runTexts.notUndone)
  await requireProof(deps, ctx, 'strict')
  const request = JSON.stringify({ undo: _id })
  return beginRun(deps, { ...ctx, idempotencyKey: `undo:${_id}` }, request, async () => {
    const changed = await deps.runs.changedRows(undone)
    if (changed.length === 0) throw conflict(runTexts.nothingChanged)
    const rows = changed.map(({ changed: _changed, ...row }) => row)
    const inverse = operation === 'suspend' ? 'activate' : 'suspend'
    return { order: { operation: inverse, role, parentId, note: '', undoes: _id }, rows }
  })
}
