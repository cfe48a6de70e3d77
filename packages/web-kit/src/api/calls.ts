import type { AnswerOf, AnyEndpoint, DomainName } from '@cascade/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallInput, call } from './api-client'
import { domainKey, queryKeyOf } from './query-key'

type DataOf<E extends AnyEndpoint> = AnswerOf<E> extends { data: infer D } ? D : AnswerOf<E>
type ReadInput<E extends AnyEndpoint> = Omit<
  CallInput<E>,
  'body' | 'idempotencyKey' | 'ifMatch' | 'onUpload' | 'signal'
>

/** A read of the contracts as react-query takes it: the key is endpoint and input, the answer its `data` where it has one. */
export function readOf<E extends AnyEndpoint>(endpoint: E, ...[input]: Partial<[ReadInput<E>]>) {
  return queryOptions({
    queryKey: queryKeyOf(endpoint, ...(input ? [input] : [])),
    queryFn: async ({ signal }) => {
      const answer: unknown = await call(endpoint as AnyEndpoint, { ...input, signal })
      return (hasData(answer) ? answer.data : answer) as DataOf<E>
    },
  })
}

const hasData = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'data' in answer

/** A change of the contracts. What may answer differently afterwards is read again: an endpoint, or all of a domain. */
export function useChange<E extends AnyEndpoint>(
  endpoint: E,
  { refresh }: { refresh: readonly (AnyEndpoint | DomainName)[] },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<E>) => call(endpoint as AnyEndpoint, input as object) as Promise<AnswerOf<E>>,
    onSuccess: () =>
      Promise.all(
        refresh.map(each =>
          queryClient.invalidateQueries({ queryKey: typeof each === 'string' ? domainKey(each) : queryKeyOf(each) }),
        ),
      ),
  })
}
