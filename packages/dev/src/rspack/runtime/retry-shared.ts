import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Part of every bundle. Federation keeps the failed load of a shared module forever; this makes it load again. */
export default function retryShared(): ModuleFederationRuntimePlugin {
  return {
    name: 'retry-shared',
    errorLoadShare: ({ pkgName, shareScopeMap }) => {
      for (const scope of Object.values(shareScopeMap))
        for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null
    },
  }
}
