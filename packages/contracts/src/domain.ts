/**
 * The one list of domains. Ports, addresses, keys, NATS subjects and remotes follow from it. A new domain stands last:
 * ports go by the place in the list.
 */
export const domainNames = ['accounts', 'games', 'live', 'reports'] as const
export type DomainName = (typeof domainNames)[number]

type AddressVariable = `${Uppercase<DomainName>}_URL`
type RemoteVariable = `${Uppercase<DomainName>}_REMOTE`

/** The variable of the environment that says where a domain's service listens. */
export const addressVariableOf = (name: DomainName) => `${name.toUpperCase()}_URL` as AddressVariable

/** The variable that says where the gateway finds a domain's remote: a folder, or an address. */
export const remoteVariableOf = (name: DomainName) => `${name.toUpperCase()}_REMOTE` as RemoteVariable

/** One value for each domain, under a name that follows from the domain's. */
export const variablesOf = <K extends string, V>(nameOf: (name: DomainName) => K, make: (name: DomainName) => V) =>
  Object.fromEntries(domainNames.map(name => [nameOf(name), make(name)])) as Record<K, V>

/** One value for each domain. */
export const perDomain = <V>(make: (name: DomainName) => V) => variablesOf(name => name, make)
