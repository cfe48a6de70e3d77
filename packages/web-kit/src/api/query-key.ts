import type { AnyEndpoint, DomainName } from '@cascade/contracts'

/**
 * The key of a read: its domain, its endpoint, then what it was asked with. A change invalidates one read by its key,
 * or with `domainKey` all that a domain answers.
 */
export function queryKeyOf(endpoint: AnyEndpoint, ...askedWith: readonly unknown[]) {
  return [endpoint.domain, endpoint.id, ...askedWith] as const
}

/** Begins the key of every read of a domain. */
export const domainKey = (domain: DomainName) => [domain] as const
