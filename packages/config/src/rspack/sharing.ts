import type { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { isDevelopment } from './base'

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
  'react-router-dom': '^7.18.0',
  zod: '^4.6.0',
  zustand: '^5.1.0',
  '@tanstack/react-query': '^5.108.0',
  '@cascade/web-kit': '^1.0.0',
  '@cascade/ui-kit': '^1.0.0',
  '@cascade/ui-kit/data': '^1.0.0',
  '@cascade/ui-kit/forms': '^1.0.0',
  '@cascade/ui-kit/charts': '^1.0.0',
  '@cascade/ui-kit/sort': '^1.0.0',
} as const

/** Of these the shell provides the part that screens use: what is shared is whole, whoever needs how little of it. */
const parts: Readonly<Record<string, { import: string; version: string }>> = {
  'react-router-dom': { import: '@cascade/web-kit/router', version: '7.18.5' },
  zod: { import: '@cascade/web-kit/zod', version: '4.6.7' },
}

/** What the login form needs: in the first file of the page. */
const first = /^react(-dom)?\/?$/

/** The shell provides everything, and no remote brings a copy. The login form is there before the rest of it starts. */
export const sharedByShell = () => sharedWith(name => ({ eager: first.test(name), ...parts[name] }))

/** A remote brings nothing; standing alone, it must. */
export const sharedByRemote = (alone: boolean) => sharedWith(() => (alone ? { eager: true } : { import: false }))

type Extra = { eager?: boolean; import?: string | false; version?: string }

function sharedWith(extra: (name: string) => Extra): Shared {
  const entries = Object.entries(ranges).map(([name, requiredVersion]) => [
    name,
    { singleton: true, strictVersion: true, requiredVersion, ...extra(name) },
  ])
  return Object.fromEntries(entries)
}

/**
 * What shell and remotes must agree on. Types come from the workspace, so the plugin makes none. Manifests are read
 * while developing only: what reads them stays out of what is deployed.
 */
export const federation = () =>
  ({
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: true,
    experiments: { optimization: { disableSnapshot: !isDevelopment(), target: 'web' } },
  }) as const satisfies Options
