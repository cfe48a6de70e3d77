import type { PostingRequest } from '@cascade/contracts/accounts'
import { startHttpProxy } from '@cascade/dev/proxies'

type Matches = (posting: PostingRequest) => boolean
const none: Matches = () => false

/**
 * Proxy in front of svc-accounts. Returns 500 for calls with a poison posting, like a failing ledger, and drops the
 * responses to withheld postings.
 */
export async function startPoisonProxy() {
  const state = { isPoison: none, isWithheld: none, onWithheld: () => {} }
  const hits = new Set<string>()
  const proxy = await startHttpProxy((line, body) => {
    if (line !== 'POST /internal/ledger/post') return undefined
    const { requests } = JSON.parse(body.toString()) as { requests: PostingRequest[] }
    const poison = requests.filter(state.isPoison)
    for (const { kind } of poison) hits.add(kind)
    if (poison.length > 0) {
      return { status: 500, body: { success: false, code: 'INTERNAL', message: 'Poison', requestId: 'poison' } }
    }
    return requests.some(state.isWithheld) ? { withhold: state.onWithheld } : undefined
  })
  return {
    ...proxy,
    hits: () => [...hits].sort(),
    poison(isPoison: Matches) {
      state.isPoison = isPoison
    },
    /** Drops the responses to these postings. Resolves when the ledger has answered the first of them. */
    withhold: (isWithheld: Matches): Promise<void> =>
      new Promise(resolve => {
        state.isWithheld = isWithheld
        state.onWithheld = resolve
      }),
    withholdNothing() {
      state.isWithheld = none
    },
  }
}
export type PoisonProxy = Awaited<ReturnType<typeof startPoisonProxy>>
