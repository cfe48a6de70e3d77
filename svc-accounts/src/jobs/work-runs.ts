import { creditTexts, RunActed, runTexts } from '@cascade/contracts/accounts'
import { type Background, newEvent, quietMs, type ServiceParts, startLoop, tellFailure } from '@cascade/service-kit'
import { isAdmitted } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import { activityOf, type Outcome, outcomeOf, withoutSession } from './act-on-row'
import type { Run } from './run-store'

const againAfterMs = 500
/** So many rows are under way together; the ledger books them with one commit. */
const atOnce = 10

/** Goes on with all runs, some rows of each in turn, in one replica at a time. A restart goes on where it ended. */
export function startRuns(
  deps: AccountsDeps,
  { leaseOf, logger }: Pick<ServiceParts, 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('runs')
  let everyMs = quietMs
  const loop = startLoop(
    async signal => {
      let isBusy = false
      const running = await deps.runs.running()
      everyMs = running.length > 0 ? againAfterMs : quietMs
      // Whoever starts the next one goes on with it at once, in whichever replica that is.
      if (running.length === 0) await lease.drop()
      for (const run of running) {
        if (signal.aborted || !(await lease.hold())) return undefined
        try {
          await goOn(deps, run)
          isBusy = true
        } catch (error) {
          // Its rows are tried again after the pause: whatever was booked is not booked twice.
          tellFailure(logger, error, { runId: run._id })
        }
      }
      return isBusy ? 'again' : undefined
    },
    { everyMs: () => everyMs, logger, name: 'runs' },
  )
  deps.wake.runs = loop.wake
  return {
    async stop() {
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}

/** The next rows of a run, with rights as they are now; what became of them is kept with what the log tells of it. */
export async function goOn(deps: AccountsDeps, run: Run): Promise<void> {
  const actor = await deps.accounts.find(run.actor.accountId)
  const isProved = run.operation !== 'give-credit' || actor?.passwordVersion === run.passwordVersion
  if (!actor || !isProved || !(await isAdmitted(deps, actor))) {
    await deps.runs.stop(run._id, runTexts.actorGone, deps.now())
    return
  }
  const acting = withoutSession(deps, actor)
  const outcomes: Outcome[] = []
  const left = (await deps.runs.next(run)).entries()
  const work = async () => {
    for (const [at, row] of left) outcomes[at] = await outcomeOf(acting, run, row)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // Each gets the same: whoever has too little for one has it for the others.
  const isPoor = outcomes.some(({ refusal }) => refusal?.reason === 'INSUFFICIENT')
  const at = deps.now()
  const result = { rows: outcomes.map(({ row }) => row), at, why: isPoor ? creditTexts.insufficient : undefined }
  const activities = outcomes.map(outcome => activityOf(run, outcome, at))
  await deps.transaction(async tx => {
    await deps.runs.advance(run, result, tx)
    await deps.writeEvents([newEvent(RunActed, { activities }, run)], tx)
  })
}
