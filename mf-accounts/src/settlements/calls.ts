import {
  ledgerApi,
  type PaidAs,
  type Run,
  runApi,
  type SettlementPreview,
  settlementApi,
} from '@cascade/contracts/accounts'
import { call, createAttempts, listSource, ownKeyOf, randomId, useRunWatch } from '@cascade/web-kit'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useStart } from '../runs/calls'
import { useRefreshAccounts } from '../shared/calls'

/** Settlements of a parent, by default the user; `period` is the last day of a week. */
export const settlementSource = (query: { userId?: string; period?: string }) =>
  listSource(settlementApi.list, { query })

/** Computed once for each dialog. */
export const previewQuery = (to: string) =>
  queryOptions({
    queryKey: ownKeyOf(settlementApi.close, to),
    queryFn: async () =>
      (await call(settlementApi.close, { body: { to, preview: true } })).data.preview as SettlementPreview,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })

/** A repeated click after a lost response gets the run that was started. */
export function useCloseWeek(to: string) {
  const [idempotencyKey] = useState(randomId)
  return useStart(async () => (await call(settlementApi.close, { body: { to }, idempotencyKey })).data.run as Run)
}

/** One settlement, or all unpaid ones of a week. */
export type Payable = { settlementId: string } | { period: string }
type Payment = { as: PaidAs; amount: number; isRun: boolean }

export const paymentAttempts = createAttempts<Payment>({
  operation: 'settlement',
  isSame: (a, b) => a.as === b.as && a.amount === b.amount,
  async fetchOutcome({ key, fields }) {
    if (!fields.isRun) return (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.outcome
    return (await call(runApi.list, { query: { key } })).data.length > 0 ? 'booked' : 'unknown'
  },
})
export const paymentObject = (payable: Payable) => ('period' in payable ? payable.period : payable.settlementId)

type PaymentInput = Omit<Payment, 'isRun'> & { password: string }

/**
 * Pays, by a run if all are paid.
 * @throws ApiError if it was rejected or never sent, AlreadyBookedError, else OutcomeUnknownError
 */
export function usePay(payable: Payable) {
  const refresh = useRefreshAccounts()
  const [, watch] = useRunWatch()
  const pay = async (idempotencyKey: string, body: Pick<PaymentInput, 'as' | 'password'>): Promise<Run | undefined> => {
    if ('period' in payable)
      return (await call(settlementApi.payAll, { body: { ...body, ...payable }, idempotencyKey })).data
    await call(settlementApi.pay, { params: payable, body, idempotencyKey })
    return undefined
  }
  return useMutation({
    mutationFn: ({ password, ...payment }: PaymentInput) =>
      paymentAttempts.send(paymentObject(payable), { ...payment, isRun: 'period' in payable }, ({ key, fields }) =>
        pay(key, { password, as: fields.as }),
      ),
    onSuccess: run => run && watch({ isWatched: true }),
    onSettled: refresh,
  })
}
