import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** After this a remote counts as dead; without it a hanging one shows a spinner for ever. */
const remoteTimeoutMs = 6_000

export const remoteTimeoutPlugin: ModuleFederationRuntimePlugin = {
  name: 'remote-timeout-plugin',
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(remoteTimeoutMs) }),
  createScript: ({ url }) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    return { script, timeout: remoteTimeoutMs }
  },
}
