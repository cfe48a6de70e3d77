import { creditTexts, RunActed, runTexts } from '@cascade/contracts/accounts'
import {
  type Background,
  idleMs,
  loginIdOf,
  logRoundFailure,
  newEvent,
  type ServiceContext,
  startLoop,
} from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { findLogin, isActiveLogin } from '../identity/login'
import { closeNextRows } from './close-rows'
import { type Outcome, processRow, toRowActivity, withoutSession } from './process-row'
import type { Run } from './run-store'

const busyPauseMs = 500
/** Rows in parallel; the ledger books them with one commit. Accounts are created one after another. */
const rowsInParallel = ({ operation }: Run) => (operation === 'create' ? 1 : 10)

/** Background worker for runs: processes parts of all runs in turn, in one replica at a time. Resumes after a restart. */
export function startRunWorker(
  deps: AccountsDeps,
  { leaseOf, logger }: Pick<ServiceContext, 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('runs')
  let everyMs = idleMs
  const loop = startLoop(
    async signal => {
      let isBusy = false
      const running = await deps.runs.running()
      everyMs = running.length > 0 ? busyPauseMs : idleMs
      // Release the lease, so that the replica that starts the next run can process it immediately.
      if (running.length === 0) await lease.release()
      for (const run of running) {
        if (signal.aborted || !(await lease.hold())) return undefined
        try {
          await processNextRows(deps, run)
          isBusy = true
        } catch (error) {
          // Its rows are retried after the pause; bookings are idempotent.
          logRoundFailure(logger, error, { runId: run._id })
        }
      }
      return isBusy ? 'again' : undefined
    },
    { everyMs: () => everyMs, logger, name: 'runs' },
  )
  deps.notify.runs = loop.notify
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

/** Processes the next part of a run with current rights, and stores results and audit events in one transaction. */
export async function processNextRows(deps: AccountsDeps, run: Run): Promise<void> {
  if (run.operation === 'close-week') return closeNextRows(deps, run)
  const login = await findLogin(deps, loginIdOf(run.actor))
  const movesPoints = run.operation === 'give-credit' || run.operation === 'pay-commissions'
  const isProved = !movesPoints || login?.passwordVersion === run.passwordVersion
  if (!login || !isProved || !(await isActiveLogin(deps, login))) {
    await deps.transaction(tx => deps.runs.stop(run, { why: runTexts.actorGone, at: deps.now() }, tx))
    return
  }
  const actorDeps = withoutSession(deps, login.account)
  const outcomes: Outcome[] = []
  const remaining = (await deps.runs.next(run)).entries()
  const work = async () => {
    for (const [at, row] of remaining) outcomes[at] = await processRow(actorDeps, run, row)
  }
  await Promise.all(Array.from({ length: rowsInParallel(run) }, work))
  // All rows have the same amount: if one lacks funds, so do the others.
  const isOutOfFunds = outcomes.some(({ rejection }) => rejection?.reason === 'INSUFFICIENT')
  const at = deps.now()
  const result = { rows: outcomes.map(({ row }) => row), at, why: isOutOfFunds ? creditTexts.insufficient : undefined }
  const activities = outcomes.map(outcome => toRowActivity(run, outcome, at))
  await deps.transaction(async tx => {
    await deps.runs.advance(run, result, tx)
    await deps.writeEvents([newEvent(RunActed, { activities }, run)], tx)
  })
}
