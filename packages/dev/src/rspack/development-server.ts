import type { Configuration } from '@rspack/core'
import { gatewayPort } from '../domains'

export type DevServer = Exclude<NonNullable<Configuration['devServer']>, false>

/** A remote of another team runs against any suite. */
const gateway = process.env.CASCADE_GATEWAY ?? `http://127.0.0.1:${process.env.PORT ?? gatewayPort}`

/** Serves one bundle on its own port, with CORS open as the page may come from another port. */
export function developmentServer(port: number, extra: DevServer = {}): DevServer {
  return {
    host: '127.0.0.1',
    port,
    hot: true,
    liveReload: true,
    headers: { 'Access-Control-Allow-Origin': '*' },
    allowedHosts: 'all',
    historyApiFallback: true,
    client: { overlay: false, webSocketURL: `ws://127.0.0.1:${port}/ws` },
    proxy: [
      { context: ['/api', '/docs', '/mf'], target: gateway, changeOrigin: true },
      { context: ['/socket.io'], target: gateway, ws: true },
    ],
    ...extra,
  }
}
