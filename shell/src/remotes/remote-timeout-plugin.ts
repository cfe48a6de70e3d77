import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Without it, a hanging remote would show a spinner forever. */
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
