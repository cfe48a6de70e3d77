import { toPoints } from '@cascade/contracts'
import { type RunRow, type Run as RunView, runApi, runTexts, settlementApi } from '@cascade/contracts/accounts'
import { type Call, type Ctx, conflict, notFound, type Routes, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/find-account'
import { toWindow } from '../accounts/lists/windows'
import type { AccountsDeps } from '../deps'
import { startCreation } from './bulk-creation'
import { closeWeek } from './close-week'
import { payAll } from './pay-all'
import { doneCountOf, type Run, rejectedCountOf } from './run-store'
import { runIdOf, startRun } from './start-run'
import { undoRun } from './undo-run'

/** Runs are visible only to the account that started them. */
export const runRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(runApi.start, async ({ ctx, body }) => ({ data: viewOf(await startRun(deps, { ctx, input: body })) }))
  serve(runApi.createAccounts, async ({ ctx, body }) => ({
    data: viewOf(await startCreation(deps, { ctx, input: body })),
  }))
  serve(settlementApi.close, async ({ ctx, body }) => {
    const { preview, run } = await closeWeek(deps, { ctx, input: body })
    return { data: { preview, run: run && viewOf(run) } }
  })
  serve(settlementApi.payAll, async ({ ctx, body }) => ({ data: viewOf(await payAll(deps, { ctx, input: body })) }))
  serve(runApi.list, ({ ctx, query }) => listRuns(deps, { ctx, input: query }))
  serve(runApi.read, ({ ctx, params, query }) => readRun(deps, { ctx, input: { ...params, ...query } }))
  serve(runApi.stop, ({ ctx, params }) => stopRun(deps, { ctx, input: params }))
  serve(runApi.undo, async ({ ctx, params }) => ({
    data: viewOf(await undoRun(deps, ctx, await findOwn(deps, ctx, params.runId))),
  }))
}

type Page = { page?: number | undefined; size?: number | undefined }

async function listRuns(deps: AccountsDeps, { ctx, input }: Call<Page & { key?: string | undefined }>) {
  requirePermission(ctx, 'runs.manage')
  if (input.key !== undefined) {
    const run = await deps.runs.find(runIdOf(ctx.actor.accountId, input.key))
    return { data: run ? [viewOf(run)] : [], total: run ? 1 : 0 }
  }
  const { rows, total } = await deps.runs.ofActor(ctx.actor.accountId, toWindow(input))
  return { data: rows.map(viewOf), total }
}

async function readRun(
  deps: AccountsDeps,
  { ctx, input }: Call<Page & { runId: string; state?: RunRow['state'] | undefined }>,
) {
  const run = await findOwn(deps, ctx, input.runId)
  const { rows, total } = await deps.runs.rows(run, input.state, toWindow(input))
  return { data: rows, total, run: viewOf(run) }
}

async function stopRun(deps: AccountsDeps, { ctx, input }: Call<{ runId: string }>) {
  await requireActor(deps, ctx)
  const run = await findOwn(deps, ctx, input.runId)
  if (run.operation === 'close-week') throw conflict(runTexts.notStopped)
  await deps.transaction(tx => deps.runs.stop(run, { why: runTexts.stopped, at: deps.now() }, tx))
  return { data: viewOf(await findOwn(deps, ctx, run._id)) }
}

async function findOwn(deps: AccountsDeps, ctx: Ctx, id: string): Promise<Run> {
  requirePermission(ctx, 'runs.manage')
  const run = await deps.runs.find(id)
  if (run?.actor.accountId !== ctx.actor.accountId) throw notFound()
  return run
}

function viewOf(run: Run): RunView {
  const { _id, operation, role, parentId, state, why, total, amount, note, undoes, undoneBy, startedAt, endedAt } = run
  return {
    _id,
    operation,
    role,
    parentId,
    state,
    why,
    total,
    done: doneCountOf(run),
    refused: rejectedCountOf(run),
    amount: amount === undefined ? undefined : toPoints(amount),
    note,
    undoes,
    undoneBy,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString(),
  }
}
