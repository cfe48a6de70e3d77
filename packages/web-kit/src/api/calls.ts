import type { AnswerOf, AnyEndpoint, DomainName } from '@cascade/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../session/session-store'
import { type CallInput, call } from './api-client'

/** Begins the key of every read of a domain. */
export const domainKey = (domain: DomainName) => [domain] as const

/** Begins the key of every read of an endpoint. */
export const queryKeyOf = (endpoint: AnyEndpoint, ...inputs: readonly unknown[]) =>
  [endpoint.domain, endpoint.id, ...inputs] as const

/** Who asks is part of a key: what was read for one user is never shown to the next one at this browser. */
export const ownKeyOf = (endpoint: AnyEndpoint, ...inputs: readonly unknown[]) =>
  queryKeyOf(endpoint, useSession.getState().user?._id ?? '', ...inputs)

type DataOf<E extends AnyEndpoint> = AnswerOf<E> extends { data: infer D } ? D : AnswerOf<E>
type ReadInput<E extends AnyEndpoint> = Omit<
  CallInput<E>,
  'body' | 'idempotencyKey' | 'ifMatch' | 'onUpload' | 'signal'
>

/** A read of the contracts as react-query takes it: the key is endpoint and input, the answer its `data` where it has one. */
export function readOf<E extends AnyEndpoint>(endpoint: E, ...[input]: Partial<[ReadInput<E>]>) {
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
  /** Reads of an endpoint, or all of a domain. */
  refresh: readonly (AnyEndpoint | DomainName)[]
  /** They are read again after a failure too: what the user saw when asking may be over. */
  alsoAfterFailure?: boolean
}

/** A change of the contracts. What may answer differently afterwards is read again before it ends. */
export function useChange<E extends AnyEndpoint>(endpoint: E, { refresh, alsoAfterFailure = false }: Refresh) {
  const queryClient = useQueryClient()
  const invalidate = () => Promise.all(refresh.map(each => queryClient.invalidateQueries({ queryKey: keyOf(each) })))
  return useMutation({
    mutationFn: (input: CallInput<E>) => call(endpoint as AnyEndpoint, input as object) as Promise<AnswerOf<E>>,
    onSuccess: invalidate,
    onError: () => alsoAfterFailure && invalidate(),
  })
}

const keyOf = (read: AnyEndpoint | DomainName) => (typeof read === 'string' ? domainKey(read) : queryKeyOf(read))
