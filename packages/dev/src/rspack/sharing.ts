import { fileURLToPath } from 'node:url'
import type { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { isDevelopment } from './base'

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0]
type Shared = Extract<NonNullable<Options['shared']>, Record<string, unknown>>

/**
 * Singletons of the page. Always state the range; otherwise it is taken from the first importing package. antd is
 * deliberately absent: remotes reach it only through ui-kit.
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
  '@cascade/web-kit/second-factor': '^1.0.0',
  '@cascade/ui-kit': '^1.0.0',
  '@cascade/ui-kit/data': '^1.0.0',
  '@cascade/ui-kit/forms': '^1.0.0',
  '@cascade/ui-kit/charts': '^1.0.0',
  '@cascade/ui-kit/sort': '^1.0.0',
} as const

/** Libraries of which the shell provides only the part that screens use, as shared modules are not tree-shaken. */
const parts: Readonly<Record<string, { import: string; version: string }>> = {
  'react-router-dom': { import: '@cascade/web-kit/router', version: '7.18.5' },
  zod: { import: '@cascade/web-kit/zod', version: '4.6.7' },
}

/** Needed by the login form, so part of the first file. */
const first = /^react(-dom)?\/?$/

/** The shell provides all shared modules. */
export const sharedByShell = (): Shared => sharedWith(name => ({ eager: first.test(name), ...parts[name] }))

/** A remote bundles no shared modules, unless it runs alone. */
export const sharedByRemote = (alone: boolean): Shared =>
  sharedWith(() => (alone ? { eager: true } : { import: false }))

type Extra = { eager?: boolean; import?: string | false; version?: string }

function sharedWith(extra: (name: string) => Extra): Shared {
  const entries = Object.entries(ranges).map(([name, requiredVersion]) => [
    name,
    { singleton: true, strictVersion: true, requiredVersion, ...extra(name) },
  ])
  return Object.fromEntries(entries)
}

/**
 * Options common to shell and remotes. Types come from the workspace. The manifest reader (snapshot) is needed in
 * development only.
 */
export const federation = () =>
  ({
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: true,
    runtimePlugins: [fileURLToPath(new URL('./runtime/retry-shared.ts', import.meta.url))],
    experiments: { optimization: { disableSnapshot: !isDevelopment(), target: 'web' } },
  }) as const satisfies Options
