import { z } from 'zod'
import type { DomainName } from './domain'
import type { Method } from './endpoint'
import { AnyEvent } from './event'

/** A process that signs its own service tokens. */
export const callers = ['gateway', 'svc-accounts', 'svc-games', 'svc-live', 'svc-reports'] as const
export type Caller = (typeof callers)[number]

/** A call between processes, below `/internal`, refused to every token that was not signed by one of `callers`. */
export type InternalCall<B extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = {
  domain: DomainName
  method: Method
  /** Below `/internal`, with `:name` for a parameter. */
  path: string
  callers: readonly Caller[]
  body: B
  answer: A
}

export const internalCall = <B extends z.ZodType, A extends z.ZodType>(call: InternalCall<B, A>) => call

/**
 * Where a consumer fetches events that NATS did not bring: those with `after < seq <= after + limit`, in order.
 * @param feed one of several feeds of the domain, each numbered by itself; the one of its outbox when absent.
 */
export const feedCallOf = (domain: DomainName, feed?: string) =>
  internalCall({
    domain,
    method: 'POST',
    path: feed ? `/feed/${feed}` : '/feed',
    callers: ['svc-accounts', 'svc-games', 'svc-live', 'svc-reports'],
    body: z.strictObject({ after: z.number().int().min(0), limit: z.number().int().min(1).max(1000) }),
    answer: z.object({ head: z.number().int().min(0), events: z.array(AnyEvent) }),
  })
