import { exportCallOf, openDrawsCall } from '@cascade/contracts'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { exportPart } from './export-part'
import { readOpenDraws } from './open-draws'

export const backupRoutes: Routes<LiveDeps> = ({ serveInternal }, deps) => {
  serveInternal(exportCallOf('live'), ({ body }) => exportPart(deps, body))
  serveInternal(openDrawsCall, ({ body }) => readOpenDraws(deps, body.adminId))
}
