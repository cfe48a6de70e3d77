import type { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0]
type Shared = Extract<NonNullable<Options['shared']>, Record<string, unknown>>

/**
 * One copy of each for the whole page. The range is always named: left out, it is taken from whichever package
 * happens to import first. antd is not here on purpose: it reaches remotes only through the entries of ui-kit.
 */
const ranges = {
  react: '^19.3.0',
  'react/': '^19.3.0',
  'react-dom': '^19.3.0',
  'react-dom/': '^19.3.0',
  'react-router': '^7.18.0',
  'react-router-dom': '^7.18.0',
  zustand: '^5.1.0',
  '@tanstack/react-query': '^5.108.0',
  '@cascade/web-kit': '^1.0.0',
  '@cascade/ui-kit': '^1.0.0',
  '@cascade/ui-kit/data': '^1.0.0',
  '@cascade/ui-kit/charts': '^1.0.0',
  '@cascade/ui-kit/sort': '^1.0.0',
} as const

/**
 * The shell provides everything, and no remote brings a copy. Nothing of it starts with the page: the login form is
 * there first.
 */
export const sharedByShell = () => sharedWith(() => ({}))

/** A remote brings nothing; standing alone, it must. */
export const sharedByRemote = (alone: boolean) => sharedWith(() => (alone ? { eager: true } : { import: false }))

function sharedWith(extra: (name: string) => { eager?: boolean; import?: false }): Shared {
  const entries = Object.entries(ranges).map(([name, requiredVersion]) => [
    name,
    { singleton: true, strictVersion: true, requiredVersion, ...extra(name) },
  ])
  return Object.fromEntries(entries)
}

/** What shell and remotes must agree on. Types come from the workspace, so the plugin makes none. */
export const federation = { shareStrategy: 'loaded-first', dts: false, manifest: true } as const satisfies Options
