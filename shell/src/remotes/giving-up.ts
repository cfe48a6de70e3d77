import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Milliseconds after which a remote counts as dead; without it a hanging one shows a spinner for ever. */
const patience = 6_000

export const givingUp: ModuleFederationRuntimePlugin = {
  name: 'giving-up',
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(patience) }),
  createScript: ({ url }) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    return { script, timeout: patience }
  },
}
