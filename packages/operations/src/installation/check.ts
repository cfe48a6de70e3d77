import { type DomainName, domainNames } from '@cascade/contracts'
import { fromLine } from '@cascade/service-kit'
import { parsePartName, partNameOf } from './manifest'
import { type Content, createContentDigest } from './save'
import type { Reader } from './store'

type Row = {
  _id: string
  balance: bigint
  seq?: bigint | number
  amount: bigint
  head: bigint | number
  removed?: bigint | number
  lastSeq: bigint | number
  walletTotal: bigint
  playHead: bigint
  creditHead: bigint
}
type Wallet = { balance: bigint; entries: bigint }

/** Totals of an installation; amounts in hundredths. */
export type Figures = { accounts: number; wallets: bigint; outside: bigint; entries: number }

/**
 * Compares all stored rows with what was saved and checks that they are consistent: all points sum to zero, every
 * wallet equals its entries, no feed has a gap and no consumer is ahead of its producer.
 */
export async function checkInstallation(
  reader: Reader,
  saved: ReadonlyMap<string, Content>,
): Promise<{ figures: Figures; faults: string[] }> {
  const faults: string[] = []
  const present = new Set<string>()
  const money = createMoneyCheck()
  const feeds = createFeedCheck()
  for (const domain of domainNames) {
    for (const { name } of await reader.collections(domain)) {
      const part = partNameOf(domain, name)
      const content = createContentDigest()
      for await (const line of reader.lines(domain, name)) {
        content.add(line)
        money.add(part, line)
        feeds.add(part, line)
      }
      const found = content.end()
      const expected = saved.get(part) ?? { rows: 0, digest: '0' }
      present.add(part)
      if (found.rows !== expected.rows || found.digest !== expected.digest)
        faults.push(`${part} differs from the saved content.`)
    }
  }
  for (const part of saved.keys()) if (!present.has(part)) faults.push(`${part} is missing.`)
  const { figures, faults: moneyFaults } = money.end()
  return { figures, faults: [...faults, ...moneyFaults, ...feeds.end()].slice(0, faultsMax) }
}

const faultsMax = 20

function createMoneyCheck() {
  const figures: Figures = { accounts: 0, wallets: 0n, outside: 0n, entries: 0 }
  const wallets = new Map<string, Wallet>()
  const sums = new Map<string, Wallet>()
  let walletTotal = 0n
  const handlers: Readonly<Record<string, (row: Row) => void>> = {
    'accounts.accounts': () => figures.accounts++,
    'accounts.wallets': ({ _id, balance, seq = 0n }) => {
      wallets.set(_id, { balance, entries: BigInt(seq) })
      figures.wallets += balance
    },
    'accounts.external_accounts': ({ balance }) => {
      figures.outside += balance
    },
    'accounts.entries': ({ _id, amount }) => {
      const wallet = _id.slice(0, _id.lastIndexOf('|'))
      const sum = sums.get(wallet) ?? { balance: 0n, entries: 0n }
      sums.set(wallet, { balance: sum.balance + amount, entries: sum.entries + 1n })
      figures.entries++
    },
    'accounts.ledger_writer': row => {
      walletTotal = row.walletTotal
    },
  }
  return {
    add: (part: string, line: string) => handlers[part]?.(fromLine<Row>(line)),
    end() {
      const faults: string[] = []
      const difference = figures.wallets + figures.outside
      if (difference !== 0n) faults.push(`All points sum to ${difference} instead of zero.`)
      if (walletTotal !== figures.wallets) faults.push(`All wallets hold ${figures.wallets}, not ${walletTotal}.`)
      for (const [id, { balance, entries }] of wallets) {
        const sum = sums.get(id) ?? { balance: 0n, entries: 0n }
        if (sum.balance !== balance || sum.entries !== entries)
          faults.push(`Wallet ${id} differs from the sum of its entries.`)
      }
      return { figures, faults }
    },
  }
}

function createFeedCheck() {
  const heads = new Map<string, number>()
  const removals = new Map<string, number>()
  const outboxRows = new Map<DomainName, { rows: number; last: number }>()
  const cursors: { reader: string; feed: string; at: number }[] = []
  return {
    add(part: string, line: string) {
      const { domain, collection } = parsePartName(part)
      if (collection === 'outbox_counter') {
        const { head, removed = 0 } = fromLine<Row>(line)
        heads.set(domain, Number(head))
        removals.set(domain, Number(removed))
      }
      if (part === 'accounts.ledger_writer') {
        const { playHead, creditHead } = fromLine<Row>(line)
        heads.set('accounts.play', Number(playHead)).set('accounts.credit', Number(creditHead))
      }
      if (collection === 'cursors') {
        const { _id, lastSeq } = fromLine<Row>(line)
        cursors.push({ reader: `${domain}'s ${_id}`, feed: _id.slice(_id.lastIndexOf(':') + 1), at: Number(lastSeq) })
      }
      if (collection !== 'outbox') return
      const { seq } = fromLine<Row>(line)
      if (seq === undefined) return
      const { rows, last } = outboxRows.get(domain) ?? { rows: 0, last: 0 }
      outboxRows.set(domain, { rows: rows + 1, last: Math.max(last, Number(seq)) })
    },
    end(): string[] {
      const gaps = domainNames.filter(domain => {
        const head = heads.get(domain) ?? 0
        const { rows, last } = outboxRows.get(domain) ?? { rows: 0, last: 0 }
        return rows + (removals.get(domain) ?? 0) !== head || last !== head
      })
      const ahead = cursors.filter(({ feed, at }) => at > (heads.get(feed) ?? 0))
      return [
        ...gaps.map(domain => `The events of ${domain} have a gap.`),
        ...ahead.map(({ reader, feed }) => `${reader} is ahead of ${feed}.`),
      ]
    },
  }
}
