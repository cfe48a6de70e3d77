import { settlementTexts } from '@cascade/contracts/accounts'
import { periodFiguresCall } from '@cascade/contracts/reports'
import { AppError, type Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { readPeriod } from './period-figures'

/** Play goes on while a period is read. */
const catchUpMs = 5_000

export const periodRoutes: Routes<ReportsDeps> = ({ serveInternal }, deps) => {
  serveInternal(periodFiguresCall, async ({ body }) => {
    // A new period needs every bet of its days; a position that was closed before has been applied.
    const isApplied =
      body.position !== undefined || (await deps.generations.isCaughtUp(deps, { producer: 'live' }, catchUpMs))
    if (!isApplied) throw new AppError('UNAVAILABLE', settlementTexts.behind, { retryAfterSeconds: 5 })
    const { position, rows, hash } = await readPeriod(deps, body)
    const { parent, from, to } = body
    const text = JSON.stringify({ parentId: parent._id, from, to, position, hash })
    return { position, rows, hash, signature: await deps.signPeriod(text) }
  })
}
