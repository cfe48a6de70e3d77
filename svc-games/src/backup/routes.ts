import { exportCallOf, restorePercentagesCall } from '@cascade/contracts'
import { type Routes, toLine } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { restorePercentages } from './restore-percentages'

export const backupRoutes: Routes<GamesDeps> = ({ serveInternal }, deps) => {
  // An admin has a few dozen at most: one page.
  serveInternal(exportCallOf('games'), async ({ body }) => ({
    lines: (await deps.percentages.ofAdmin(body.adminId)).map(toLine),
    next: null,
  }))
  serveInternal(restorePercentagesCall, ({ body, requestId }) => restorePercentages(deps, { ...body, requestId }))
}
