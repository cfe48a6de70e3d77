import { type PageVital, type RegisteredRemote, shellScreens } from '@cascade/contracts/gateway'
import type { RemoteRegistry } from '../files/remotes'
import type { HourCounts } from '../telemetry/hour-counts'
import type { GatewayMetrics } from '../telemetry/metrics'

/** Distinct pairs of screen and version per gateway process, enough for ten releases of all screens. */
const seriesMax = 500
const other = 'other'

export type RecordVitals = ReturnType<typeof createVitalsRecorder>

/**
 * Records web vitals. Browsers can send any value: only existing screens count by name, and further pairs count as
 * `other`.
 */
export function createVitalsRecorder(deps: {
  vitals: GatewayMetrics['vitals']
  registry: RemoteRegistry
  /** Pages opened, by remote and version. */
  loads: Pick<HourCounts, 'add'>
}) {
  const series = new Set<string>()

  function labelsOf({ screen, version }: PageVital, screenBases: ReadonlySet<string>) {
    if (!screenBases.has(baseOf(screen))) return { screen: other, version: other }
    const name = `${screen} ${version}`
    if (!series.has(name) && series.size >= seriesMax) return { screen: other, version: other }
    series.add(name)
    return { screen, version }
  }

  return async (vitals: readonly PageVital[]): Promise<void> => {
    const remotes = await deps.registry.read()
    const screenBases = collectBases(remotes)
    for (const vital of vitals) {
      const { metric, value, screen, version } = vital
      const owner = remotes.find(({ bases }) => bases.some(({ path }) => path === baseOf(screen)))
      if (owner && metric === 'LCP') deps.loads.add(owner.id, version)
      deps.vitals[metric].observe(labelsOf(vital, screenBases), metric === 'CLS' ? value : value / 1000)
    }
  }
}

const baseOf = (screen: string) =>
  screen
    .split('/')
    .slice(0, screen.startsWith('public/') ? 2 : 1)
    .join('/')

const collectBases = (remotes: readonly RegisteredRemote[]): ReadonlySet<string> =>
  new Set([
    ...shellScreens,
    ...remotes.flatMap(({ bases }) => bases.map(({ path }) => path)),
    ...remotes.flatMap(({ publicPaths = [] }) => publicPaths.map(path => `public/${path}`)),
  ])
