import { type CashEntry, type CashInput, cashApi, ledgerApi } from '@cascade/contracts/accounts'
import { call, createAttempts, domainKey, listSource, pageQuery, send, useChange } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Entries of the current account of an account with its parent, newest first. */
export const cashSource = (userId: string) => listSource(cashApi.list, { params: { userId } })

/** The account with its last entry. @param parentId an earlier parent; empty: the present one */
export const cashAccountQuery = (userId: string, parentId = '') =>
  pageQuery(cashSource(userId), { page: 1, size: 1, ...(parentId && { parentId }) })

type Payment = Omit<CashInput, 'userId'>

/** The note is ignored: a payment without an answer is sent again unchanged, because it may have been recorded. */
const isSamePayment = (a: Payment, b: Payment) => a.amount === b.amount && a.direction === b.direction

export const cashAttempts = createAttempts<Payment>({
  operation: 'cash',
  isSame: isSamePayment,
  fetchOutcome: async ({ key }) => (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.outcome,
  warnsOfRepeats: true,
})

/** @throws ApiError if it was rejected or never sent, AlreadyBookedError, else OutcomeUnknownError */
export function useRecordCash(userId: string): (payment: Payment) => Promise<CashEntry> {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (payment: Payment) =>
      cashAttempts.send(userId, payment, async ({ key, fields }) => {
        const { answer } = await send(cashApi.record, { body: { userId, ...fields }, idempotencyKey: key })
        return answer.data
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: domainKey('accounts') }),
  })
  return mutateAsync
}

/** The server reverses a payment once, so that a repeated call needs no key of its own. */
export const useReverseCash = () => useChange(cashApi.reverse, { refresh: [cashApi.list], alsoOnError: true })
