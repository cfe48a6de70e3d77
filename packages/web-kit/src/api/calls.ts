import type { AnyEndpoint, DomainName, ResponseOf } from '@cascade/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../session/session-store'
import { type CallInput, call } from './api-client'
import { orWaiting } from './approval-pending'

/** Query key prefix of all reads of a domain. */
export const domainKey = (domain: DomainName) => [domain] as const

/** Query key prefix of all reads of an endpoint. */
export const queryKeyOf = (endpoint: AnyEndpoint, ...inputs: readonly unknown[]) =>
  [endpoint.domain, endpoint.id, ...inputs] as const

/** The user id is part of the key, so that no user sees data cached for another one. */
export const ownKeyOf = (endpoint: AnyEndpoint, ...inputs: readonly unknown[]) =>
  queryKeyOf(endpoint, useSession.getState().user?._id ?? '', ...inputs)

type DataOf<E extends AnyEndpoint> = ResponseOf<E> extends { data: infer D } ? D : ResponseOf<E>
type ReadInput<E extends AnyEndpoint> = Omit<
  CallInput<E>,
  'body' | 'idempotencyKey' | 'ifMatch' | 'onUpload' | 'signal'
>

/**
 * Query options of a read: the key is endpoint and input, the result the response's `data` where there is one.
 * @example
 * const { data, error } = useQuery(readQuery(accountApi.player.list, { query: { page: 1 } }))
 */
export function readQuery<E extends AnyEndpoint>(endpoint: E, ...[input]: Partial<[ReadInput<E>]>) {
  return queryOptions({
    queryKey: ownKeyOf(endpoint, ...(input ? [input] : [])),
    queryFn: async ({ signal }) => {
      const answer: unknown = await call(endpoint as AnyEndpoint, { ...input, signal })
      return (hasData(answer) ? answer.data : answer) as DataOf<E>
    },
  })
}

const hasData = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'data' in answer

type Refresh = {
  refresh: readonly (AnyEndpoint | DomainName)[]
  /** Invalidates after a failure too: what the user saw may be stale. */
  alsoOnError?: boolean
}

/**
 * Mutation of an endpoint that invalidates the given reads before it ends.
 * @example
 * const create = useChange(timesApi.create, { refresh: [timesApi.list] })
 * await create.mutateAsync({ body: { seconds: 60 } })
 */
export function useChange<E extends AnyEndpoint>(endpoint: E, { refresh, alsoOnError = false }: Refresh) {
  const queryClient = useQueryClient()
  const invalidate = () => Promise.all(refresh.map(each => queryClient.invalidateQueries({ queryKey: keyOf(each) })))
  return useMutation({
    mutationFn: (input: CallInput<E>) =>
      orWaiting(call(endpoint as AnyEndpoint, input as object) as Promise<ResponseOf<E>>),
    onSuccess: invalidate,
    onError: () => alsoOnError && invalidate(),
  })
}

const keyOf = (read: AnyEndpoint | DomainName) => (typeof read === 'string' ? domainKey(read) : queryKeyOf(read))
