import { type Suite, type SuiteOptions, startBalanced, startSuite } from '@cascade/dev'
import { closedLoop, median, type Row } from '../measure'
import { type Sender, transferLoad } from '../transfers/api'

const counts = [1, 2, 4]
const callers = 32

type Rounds = { rounds: number; ms: number }
type Rates = { spread: number; hot: number }
type Start = {
  options: (name: string) => SuiteOptions
  onEnd: (suite: Suite) => Promise<void>
}

/**
 * Transfers per second through the gateway with several replicas of svc-accounts behind one address, one of them the
 * ledger leader: between wallets of all levels, and from one wallet to another.
 */
export async function replicaRows({ options, onEnd }: Start, rounds: Rounds): Promise<Row[]> {
  const found: { count: number; rates: Rates }[] = []
  for (const count of counts) {
    const balanced = await startBalanced({ accounts: count })
    const own = options(`replicas-${count}`)
    const suite = await startSuite({ ...own, ...balanced.options, env: { ...own.env, ...balanced.options.env } })
    try {
      found.push({ count, rates: await ratesOf(suite, rounds) })
      await onEnd(suite)
    } finally {
      await suite.stop()
      await balanced.stop()
    }
  }
  const one = found[0]?.rates
  return found.flatMap(({ count, rates }) => [
    rowOf('spread wallets', count, rates.spread, one?.spread ?? rates.spread),
    rowOf('one hot wallet', count, rates.hot, one?.hot ?? rates.hot),
  ])
}

async function ratesOf(suite: Suite, { rounds, ms }: Rounds): Promise<Rates> {
  const spread = await transferLoad(suite.url, suite.logins)
  const hot = await transferLoad(suite.url, suite.logins, firstSenderOnly)
  const rate = async (once: (caller: number) => Promise<void>) => (await closedLoop(callers, ms, once)).perSecond
  await rate(spread)
  await rate(hot)
  const rates: [number, number][] = []
  for (let round = 0; round < rounds; round++) rates.push([await rate(spread), await rate(hot)])
  return { spread: median(rates.map(([all]) => all)), hot: median(rates.map(([, one]) => one)) }
}

const firstSenderOnly = (senders: readonly Sender[]): Sender[] =>
  senders.slice(0, 1).map(sender => ({ ...sender, targets: sender.targets.slice(0, 1) }))

function rowOf(wallets: string, count: number, ours: number, peer: number): Row {
  return {
    name: `Transfers through the gateway, ${wallets}, ${count} of svc-accounts / 1`,
    ours: `${ours.toFixed(0)}/s`,
    peer: `${peer.toFixed(0)}/s`,
    ratio: (ours / peer).toFixed(2),
    aim: '',
    note: `${callers} callers`,
  }
}
