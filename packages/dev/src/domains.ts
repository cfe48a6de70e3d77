import { type DomainName, domainNames } from '@cascade/contracts'

/** Derived from the list of domains in contracts; `npm run check:domains` verifies the repository against it. */
export type Domain = {
  /** Packages are `mf-<name>` and `svc-<name>`, contracts `@cascade/contracts/<name>`. */
  name: DomainName
  /** Reviewing team of service, remote and contracts. */
  owner: string
  /** Port of the service on loopback (development) and in its container. */
  servicePort: number
  /** Port of the remote's own development server. */
  devPort: number
}

const firstServicePort = 8101
const firstDevPort = 8201

export const domains: readonly Domain[] = domainNames.map((name, index) => ({
  name,
  owner: `@cascade/${name}`,
  servicePort: firstServicePort + index,
  devPort: firstDevPort + index,
}))

export const gatewayPort = 8080
export const shellDevPort = 8200
/** Offset from a process's port to its internal `/metrics` port. */
export const metricsPortOffset = 1000

export const serviceNameOf = (domain: Domain) => `svc-${domain.name}`
export const remoteNameOf = (domain: Domain) => `mf-${domain.name}`
