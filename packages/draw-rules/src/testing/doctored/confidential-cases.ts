import type { Confidential } from '@cascade/contracts/live'
import { makeCorrection, makeHidden, makeIdleHidden, operator } from '../make-facts'
import {
  chosenAt,
  chosenFacts,
  chosenHidden,
  corrected,
  type Doctored,
  decided,
  game,
  resealed,
  single,
  valid,
} from './fixtures'

const { first, chosen, correction } = valid
const change = (overrides: Partial<Confidential['changes'][number]>): Confidential['changes'][number] => ({
  what: 'balance',
  from: '0',
  to: '100000',
  by: operator,
  at: '2026-02-28T20:05:10.000Z',
  ...overrides,
})
const percentage = (from: string, to: string, at = '2026-02-28T20:05:20.000Z') =>
  change({ what: 'percentage', from, to, at })
const described = (from: string, to: string) => change({ what: 'description', from, to, by: null })
const inherited = (win: string): Confidential['inherited'] => [
  { player: { accountId: 'p1', username: 'player1' }, heir: { accountId: 'm1', username: 'master1' }, win },
]
const listing = (...changes: Confidential['changes']) => single(decided({}, makeHidden({ changes })))

export const confidentialCases: readonly Doctored[] = [
  ['balance without a ticket', ['bets'], () => single(decided({ stakes: {} }, makeHidden()))],
  ['balance missing with tickets', ['bets', 'recomputed'], () => single(resealed(first, {}, { balance: null }))],
  [
    'winpercentage without a ticket',
    ['bets'],
    () => single(decided({ stakes: {} }, makeIdleHidden({ winpercentage: '2000' }))),
  ],
  ['winpercentage above 100 %', ['recomputed'], () => single(resealed(first, {}, { winpercentage: '10001' }))],
  ['budget of other figures', ['budget'], () => single(resealed(first, {}, { budget: '16001' }))],
  [
    'manual of nobody, though a result was chosen',
    ['recomputed'],
    () => single(resealed(chosen, {}, { manual: null })),
  ],
  [
    'manual.by an account that controls no draws',
    ['chooser'],
    () => single(decided(chosenFacts, chosenHidden({ by: { ...operator, role: 'master' } }))),
  ],
  [
    'manual.by the admin of other games',
    ['chooser'],
    () => single(decided(chosenFacts, chosenHidden({ by: { ...operator, accountId: 'a2' } }))),
  ],
  [
    'manual.at after the draw',
    ['chooser'],
    () => single(decided(chosenFacts, chosenHidden({ at: '2026-02-28T20:06:01.000Z' }))),
  ],
  [
    'manual.at behind the lock',
    ['chooser'],
    () => single(decided(chosenFacts, chosenHidden({ at: '2026-02-28T20:05:55.000Z' }))),
  ],
  [
    'manual.at of a correction before the draw',
    ['chooser'],
    () => corrected({}, { manual: { by: operator, at: chosenAt, reason: 'Read wrongly' } }),
  ],
  [
    'manual.at of a correction before that of the version it corrects',
    ['version'],
    () => {
      const again = { resultVersion: 3, manual: { result: '4', booster: 1 } } as const
      const at = '2026-02-28T20:09:00.000Z'
      const third = makeCorrection(game, correction, correction, again, {
        manual: { by: operator, at, reason: 'Read wrongly' },
      })
      return { documents: [first, correction, third] }
    },
  ],
  [
    'manual.reason in a first result',
    ['version'],
    () => single(decided(chosenFacts, chosenHidden({ reason: 'Read wrongly' }))),
  ],
  [
    'manual.reason missing in a correction',
    ['version'],
    () => corrected({}, { manual: { by: operator, at: '2026-02-28T20:10:00.000Z' } }),
  ],
  ['inherited in a first result', ['version'], () => single(decided({}, makeHidden({ inherited: inherited('900') })))],
  ['inherited of a win that adds nothing', ['version'], () => corrected({}, { inherited: inherited('0') })],
  ['changes in a correction', ['changes'], () => corrected({}, { changes: [change({})] })],
  ['changes not in their order', ['changes'], () => listing(change({}), change({ at: '2026-02-28T20:05:00.000Z' }))],
  ['changes of the percentage that lead to another one', ['changes'], () => listing(percentage('1000', '1500'))],
  [
    'changes of the percentage of which one is missing',
    ['changes'],
    () => listing(percentage('1000', '1500'), percentage('1600', '2000')),
  ],
  ['changes of the percentage beyond 100 %', ['changes'], () => listing(percentage('20000', '2000'))],
  ['changes of the description that leave one out', ['changes'], () => listing(described('1', '3'))],
  ['changes of the description to a later one than the draw followed', ['changes'], () => listing(described('3', '4'))],
  [
    'changes of the description that end before the one the draw followed',
    ['changes'],
    () => listing(described('1', '2')),
  ],
  ['changes of the balance in words', ['changes'], () => listing(change({ to: 'more' }))],
  [
    'changes of the balance by an account that may not',
    ['changes'],
    () => listing(change({ by: { ...operator, role: 'player' } })),
  ],
  [
    'changes of the percentage by the admin of other games',
    ['changes'],
    () => listing({ ...percentage('1000', '2000'), by: { ...operator, accountId: 'a2' } }),
  ],
  ['changes of the description by an admin', ['changes'], () => listing({ ...described('2', '3'), by: operator })],
]
