import { z } from 'zod'
import { type DomainName, domainNames } from './domain'
import type { Method } from './endpoint'
import { AnyEvent } from './event'

export type ServiceName = `svc-${DomainName}`
const serviceNames = domainNames.map((name): ServiceName => `svc-${name}`)

/** `external`: a service of another team, registered in `SERVICES`. */
export type Caller = 'gateway' | ServiceName | 'external'
export const callers: readonly Caller[] = ['gateway', ...serviceNames, 'external']

/** Feeds that an entry of `SERVICES` may name. Events of reports contain the activities of all operators. */
export const externalFeeds = ['accounts', 'accounts.credit', 'accounts.play', 'games', 'live'] as const

/** A call between processes, below `/internal`. Rejected unless the token was signed by one of `callers`. */
export type InternalCall<B extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = {
  domain: DomainName
  method: Method
  /** Below `/internal`, with `:name` for a parameter. */
  path: string
  callers: readonly Caller[]
  /**
   * The call makes a change whose outcome is unknown if there is no response. Absent for reads, and for changes that a
   * background loop repeats until it gets a response.
   */
  changes?: true
  /** Feed that it reads; an `external` caller must have it in its entry of `SERVICES`. */
  feed?: string
  body: B
  response: A
  /** Maximum body size in bytes; default 256 KiB. */
  bodyBytesMax?: number
}

export const internalCall = <B extends z.ZodType, A extends z.ZodType>(call: InternalCall<B, A>) => call

/**
 * Where a consumer fetches events that NATS did not deliver: those with `after < seq <= after + limit`, in order.
 * @param name one of several feeds of the domain, each with its own numbers; default: the outbox
 */
export function defineFeedCall(domain: DomainName, name?: string) {
  const feed = name ? `${domain}.${name}` : domain
  return internalCall({
    domain,
    method: 'POST',
    path: name ? `/feed/${name}` : '/feed',
    callers: externalFeeds.some(each => each === feed) ? [...serviceNames, 'external'] : serviceNames,
    feed,
    body: z.strictObject({ after: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }),
    response: z.object({ head: z.number().int().min(0), events: z.array(AnyEvent) }),
  })
}
