import type { BodyInputOf } from '@cascade/contracts'
import {
  type Account,
  type LimitsInput,
  type Run,
  type RunInput,
  type RunOperation,
  runApi,
} from '@cascade/contracts/accounts'
import {
  call,
  createAttempts,
  type ListParams,
  listSource,
  ownKeyOf,
  queryKeyOf,
  toFingerprint,
  useChange,
  useRunWatch,
} from '@cascade/web-kit'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { buildFilterQuery, sumQuery } from '../lists/calls'
import { type AccountScope, useRefreshAccounts } from '../shared/calls'

export const runsSource = listSource(runApi.list)
export const runRowsSource = (runId: string) => listSource(runApi.read, { params: { runId } })

const pollIntervalMs = 1_000

/** A run, polled until it is over. */
export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: ownKeyOf(runApi.read, runId),
    queryFn: async ({ signal }): Promise<Run> =>
      (await call(runApi.read, { params: { runId }, query: { page: 1, size: 1 }, signal })).run,
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'running' ? false : pollIntervalMs),
  })

/** Refetches account data when a run that was watched ends. */
export function useRefreshAtEnd(run: Run | undefined): void {
  const refresh = useRefreshAccounts()
  const lastState = useRef<Run['state']>(undefined)
  useEffect(() => {
    if (lastState.current === 'running' && run?.state !== 'running') void refresh()
    lastState.current = run?.state
  }, [run?.state, refresh])
}

/** Starts the run that takes the changes of another one back; the service starts one only. */
export const useUndoRun = () =>
  useStart(async (runId: string) => (await call(runApi.undo, { params: { runId }, body: {} })).data)

export const useStopRun = () => useChange(runApi.stop, { refresh: [runApi.read, runApi.list] })

type RunSelection = {
  operation: RunOperation
  scope: AccountScope
  accounts: readonly Account[]
  listParams: ListParams | undefined
}
export type Target = Pick<RunInput, 'count'> & { points: number | undefined; selector: object }

/** Accounts of a run with count and total balance; undefined until the server has counted. */
export function useTarget({ operation, scope, accounts, listParams }: RunSelection): Target | undefined {
  const status = operation === 'suspend' ? 'active' : operation === 'activate' ? 'deactive' : undefined
  const isNone = status !== undefined && !!listParams?.status && listParams.status !== status
  const params = listParams && { ...listParams, ...(status ? { status } : {}) }
  const { data } = useQuery({ ...sumQuery(scope, params ?? firstPage), enabled: listParams !== undefined && !isNone })
  if (!params) {
    const userIds = accounts.map(({ _id }) => _id)
    return { count: accounts.length, points: sumBalances(accounts), selector: { userIds } }
  }
  const filter = { ...buildFilterQuery(params), ...(params.q ? { q: params.q } : {}) }
  if (isNone) return { count: 0, points: 0, selector: { filter } }
  return data && { count: data.total ?? 0, points: data.balance, selector: { filter } }
}

const firstPage = { page: 1, size: 1 }

/** Total balance in points; summed in hundredths to avoid rounding errors. */
const sumBalances = (accounts: readonly Account[]): number =>
  accounts.reduce((sum, { walletBalance }) => sum + Math.round(walletBalance * 100), 0) / 100

export type CreditRequest = { amount: number; password: string; note: string }
/** Parameters of the operations that need some. */
export type Order = CreditRequest | { limits: LimitsInput }

/** One attempt per operation and scope. */
export const runAttempts = createAttempts<{ mark: string; count: number }>({
  operation: 'run',
  isSame: (a, b) => a.mark === b.mark,
  async fetchOutcome({ key }) {
    const [run] = (await call(runApi.list, { query: { key } })).data
    return run && rememberRun(run, key) ? 'booked' : 'unknown'
  },
})
type RunObject = { operation: Run['operation']; scope: AccountScope }
export const runObject = ({ operation, scope: { role, parentId = '' } }: RunObject) =>
  `${operation}:${role}:${parentId}`

const keysOfRuns = new Map<string, string>()
/** The key under which this tab has started the run. */
export const keyOfRun = (runId: string) => keysOfRuns.get(runId)
export function rememberRun(run: Run, key: string): Run {
  keysOfRuns.set(run._id, key)
  return run
}

/** Starts a run; idempotent across retries. */
export const useStartRun = ({ operation, scope }: Pick<RunSelection, 'operation' | 'scope'>) =>
  useStart(({ target, order }: { target: Target; order: Order | undefined }) => {
    const { password, ...rest }: Partial<CreditRequest> & { limits?: LimitsInput } = order ?? {}
    const request = { operation, ...scope, count: target.count, ...target.selector, ...rest }
    const attempt = { mark: toFingerprint(request), count: target.count }
    return runAttempts.send(runObject({ operation, scope }), attempt, async ({ key: idempotencyKey }) => {
      const body = { ...request, ...(password ? { password } : {}) } as BodyInputOf<typeof runApi.start>
      return (await call(runApi.start, { body, idempotencyKey })).data
    })
  })

/** Starts a run and makes the top bar follow it. */
export function useStart<Order>(start: (order: Order) => Promise<Run>) {
  const queryClient = useQueryClient()
  const [, watch] = useRunWatch()
  return useMutation({
    mutationFn: start,
    async onSuccess() {
      watch({ isWatched: true })
      const reads = [runApi.list, runApi.read].map(each =>
        queryClient.invalidateQueries({ queryKey: queryKeyOf(each) }),
      )
      await Promise.all(reads)
    },
  })
}
