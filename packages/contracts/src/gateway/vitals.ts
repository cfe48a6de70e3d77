import { z } from 'zod'
import { endpoint, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'

/** Largest contentful paint and interaction to next paint in milliseconds; cumulative layout shift. */
export const vitalNames = ['LCP', 'INP', 'CLS'] as const

/** Screens of the shell itself; those of remotes begin with one of their bases, or with `public/`. */
export const shellScreens = ['login', 'signup', 'landing', 'dashboard', 'remotes'] as const
export type ShellScreen = (typeof shellScreens)[number]

export const PageVital = z.strictObject({
  metric: z.enum(vitalNames, 'Not a known metric'),
  value: z.number().min(0).max(600_000),
  /** Route pattern below `/{role}/`, never an id: `game/:first/:second/:username`. */
  screen: z
    .string()
    .max(80)
    .regex(/^[A-Za-z][A-Za-z0-9-]*(?:\/:?[A-Za-z][A-Za-z0-9-]*)*(?:\/\*)?$/, 'Not a route pattern'),
  /** Version of the build that rendered it, the shell's or the remote's. */
  version: z.string().regex(/^[A-Za-z0-9.+-]{1,40}$/, 'Not a version'),
})
export type PageVital = z.infer<typeof PageVital>

/** Page metrics measured by browsers. */
export const vitalsApi = {
  report: endpoint({
    id: 'gateway.vitals.report',
    domain: 'gateway',
    route: 'POST /vitals',
    permission: 'vitals.tell',
    duringMaintenance: true,
    summary: 'Report page metrics of this browser; counted in `/metrics` and stored nowhere else',
    body: z.strictObject({ vitals: z.array(PageVital).min(1).max(12) }),
    response: SuccessResponse,
  }),
}

export const vitalExamples = (): ExamplesOf<typeof vitalsApi> => ({
  fields: {},
  report: { body: { vitals: [{ metric: 'LCP', value: 812.5, screen: 'player', version: '1.0.0+0a1b2c3d' }] } },
})
