/**
 * All domains. Ports, addresses, keys, NATS subjects and remotes follow from this list. Append new ones: the index
 * determines the ports.
 */
export const domainNames = ['accounts', 'games', 'live', 'reports'] as const
export type DomainName = (typeof domainNames)[number]

/** A service of another team, registered in `SERVICES`. */
export type ExternalName = `external.${string}`
export const isExternal = (domain: string): domain is ExternalName => domain.startsWith('external.')

type AddressVariable = `${Uppercase<DomainName>}_URL`
type RemoteVariable = `${Uppercase<DomainName>}_REMOTE`

/** Environment variable with the address of a domain's service. */
export const addressVariableOf = (name: DomainName) => `${name.toUpperCase()}_URL` as AddressVariable

/** Environment variable with the location of a domain's remote: a folder or a URL. */
export const remoteVariableOf = (name: DomainName) => `${name.toUpperCase()}_REMOTE` as RemoteVariable

/** One value per domain, keyed by `nameOf`. */
export const mapDomains = <K extends string, V>(nameOf: (name: DomainName) => K, make: (name: DomainName) => V) =>
  Object.fromEntries(domainNames.map(name => [nameOf(name), make(name)])) as Record<K, V>

/** One value per domain, keyed by its name. */
export const perDomain = <V>(make: (name: DomainName) => V) => mapDomains(name => name, make)
