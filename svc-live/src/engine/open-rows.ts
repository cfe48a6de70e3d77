import type { DrawStore, OpenDrawRow } from '../draws/draw-store'

const youngMs = 1_000

/**
 * Draws that wait for their moment or closing. Two loops look for them ten times a second; while none of those that
 * are known is due, and none that was bet on here, what was read within the last second will do.
 */
export function createOpenRows(draws: Pick<DrawStore, 'open'>) {
  let known: { rows: readonly OpenDrawRow[]; at: number } | undefined

  async function fresh(): Promise<readonly OpenDrawRow[]> {
    const at = performance.now()
    const rows = await draws.open()
    known = { rows, at }
    return rows
  }

  return {
    fresh,
    young: async () => (known && performance.now() - known.at < youngMs ? known.rows : fresh()),
    forget() {
      known = undefined
    },
  }
}
export type OpenRows = ReturnType<typeof createOpenRows>
