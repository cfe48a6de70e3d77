import { accountHistoryApi, type LimitsInput, limitApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf, send } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** Limits with their version, for `If-Match`. */
export const limitsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf(limitApi.read, userId),
    queryFn: async ({ signal }) => {
      const { answer, etag } = await send(limitApi.read, { params: { userId }, signal })
      return { ...answer.data, etag }
    },
  })

type Change = { body: LimitsInput; etag: string | undefined }

/** @throws ApiError CONFLICT if the limits have changed since `etag`; they are read again */
export function useChangeLimits(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, etag }: Change) =>
      call(limitApi.change, { params: { userId }, body, ...(etag && { ifMatch: etag }) }),
    onSettled: () =>
      Promise.all(
        [limitApi.read, accountHistoryApi.list].map(read =>
          queryClient.invalidateQueries({ queryKey: queryKeyOf(read) }),
        ),
      ),
  })
}
