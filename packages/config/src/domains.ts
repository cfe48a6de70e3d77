import { type DomainName, domainNames } from '@cascade/contracts'

/** What follows from the list of domains (contracts); `npm run check:domains` fails when a room drifts from it. */
export type Domain = {
  /** Name of the domain: rooms are `mf-<name>` and `svc-<name>`, contracts `@cascade/contracts/<name>`. */
  name: DomainName
  /** Team that reviews changes to the rooms and to the contracts. */
  owner: string
  /** Port of the service on loopback (development) and in its container. */
  servicePort: number
  /** Port of the remote's own development server. */
  devPort: number
}

const firstServicePort = 8101
const firstDevPort = 8201

export const domains: readonly Domain[] = domainNames.map((name, place) => ({
  name,
  owner: `@cascade/${name}`,
  servicePort: firstServicePort + place,
  devPort: firstDevPort + place,
}))

export const gatewayPort = 8080
export const shellDevPort = 8200
/** Added to a process's port for its internal `/metrics`, which no other process proxies. */
export const metricsPortOffset = 1000

export const serviceRoom = (domain: Domain) => `svc-${domain.name}`
export const remoteRoom = (domain: Domain) => `mf-${domain.name}`
