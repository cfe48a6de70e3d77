import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Runtime of the bundle: its evaluated modules, and what runs before each `import()`. */
declare const __webpack_require__: {
  c: Record<string, { error?: unknown }>
  f: Record<string, () => void>
}

/** Part of every bundle: what failed to load is loaded again by the next `import()`. */
export default function retryShared(): ModuleFederationRuntimePlugin {
  const modules = __webpack_require__.c
  // Modules that lacked a shared one keep their error.
  __webpack_require__.f.retry = () => {
    for (const [id, { error }] of Object.entries(modules)) if (error) delete modules[id]
  }
  return {
    name: 'retry-shared',
    // Federation keeps the failed load of a shared module.
    errorLoadShare: ({ pkgName, shareScopeMap }) => {
      for (const scope of Object.values(shareScopeMap))
        for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null
    },
  }
}
