/**
 * The one list of domains. Ports, the gateway's upstreams, the remotes, the compose file and the structure check
 * are derived from it; `npm run check:domains` fails when a room drifts from it.
 */
export type Domain = {
  /** Name of the domain: rooms are `mf-<name>` and `svc-<name>`, contracts `@cascade/contracts/<name>`. */
  name: 'accounts' | 'games' | 'live' | 'reports'
  /** Team that reviews changes to the rooms and to the contracts. */
  owner: string
  /** Port of the service on loopback (development) and in its container. */
  servicePort: number
  /** Port of the remote's own development server. */
  devPort: number
}

export const domains: readonly Domain[] = [
  { name: 'accounts', owner: '@cascade/accounts', servicePort: 8101, devPort: 8201 },
  { name: 'games', owner: '@cascade/games', servicePort: 8102, devPort: 8202 },
  { name: 'live', owner: '@cascade/live', servicePort: 8103, devPort: 8203 },
  { name: 'reports', owner: '@cascade/reports', servicePort: 8104, devPort: 8204 },
]

export const gatewayPort = 8080
export const shellDevPort = 8200
/** Added to a process's port for its internal `/metrics`, which no other process proxies. */
export const metricsPortOffset = 1000

export const serviceRoom = (domain: Domain) => `svc-${domain.name}`
export const remoteRoom = (domain: Domain) => `mf-${domain.name}`
