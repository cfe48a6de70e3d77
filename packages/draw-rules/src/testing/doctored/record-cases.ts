import type { DrawFacts } from '@cascade/contracts/live'
import { bytesToHex } from '@noble/hashes/utils.js'
import { deriveSeed } from '../../draw/seed'
import { compileGame } from '../../rules/compile-game'
import { descriptionOf } from '../arbitrary'
import {
  daySeed,
  makeCorrection,
  makeDocument,
  makeFacts,
  makeHidden,
  makeIdleHidden,
  makeNext,
  revealedChain,
} from '../make-facts'
import { chainOf, corrected, type Doctored, decided, game, publicCopy, resealed, single, valid } from './fixtures'

const { first, idle, chosen, correction } = valid
const { drawId } = first.record

const seedFor = (day: string, drawId: string) => bytesToHex(deriveSeed(daySeed(day), drawId))
const later = { drawAt: '2026-02-28T20:06:30.000Z' }

const stepGame = compileGame({
  ...descriptionOf('funTarget'),
  limits: { ...descriptionOf('funTarget').limits, betMin: 10, betStep: 10 },
})
const staked = (stakes: DrawFacts['stakes'], facts: Partial<DrawFacts> = {}, own = game) =>
  single(makeDocument(own, makeFacts({ stakes, ...facts })))

const second = makeNext(game, first)

export const recordCases: readonly Doctored[] = [
  [
    'drawId of another moment',
    ['identity'],
    () => {
      const other = 'a1_MNOQqWWi_1772309220'
      return single(decided({ drawId: other, seed: seedFor('2026-03-01', other) }))
    },
  ],
  [
    'adminId of another admin than in drawId',
    ['identity'],
    () => single(decided({ adminId: 'a2', drawId, seed: first.record.seed })),
  ],
  [
    'gameId of another game than in drawId',
    ['identity'],
    () => single(decided({ gameId: 'acqOpdff', drawId, seed: first.record.seed })),
  ],
  [
    'gameVersion below that of the draw before',
    ['chain'],
    () => chainOf(first, makeNext(game, first, { gameVersion: 2 })),
  ],
  [
    'drawAt of another moment than in drawId',
    ['identity'],
    () => single(decided({ drawAt: '2026-02-28T20:07:00.000Z', drawId, seed: first.record.seed })),
  ],
  ['drawAt off the interval of the game', ['moment'], () => single(decided(later))],
  ['drawAt without milliseconds', ['moment'], () => single(decided({ drawAt: '2026-02-28T20:06:00Z' }))],
  [
    'drawAt not after that of the draw before',
    ['chain'],
    () => chainOf(first, makeNext(game, first, { drawAt: first.record.drawAt })),
  ],
  [
    'drawAt of a draw that a later one comes before',
    ['chain'],
    () => {
      const fixed = makeCorrection(game, first, second)
      return chainOf(first, second, fixed, makeNext(game, fixed, { drawAt: second.record.drawAt }))
    },
  ],
  [
    'resultVersion that the chain is too short for',
    ['version'],
    () => single(resealed(correction, { sequence: 1, previous: null })),
  ],
  ['resultVersion that leaves one out', ['version'], () => corrected({ resultVersion: 3, sequence: 3 })],
  ['closingEvent missing with tickets', ['bets'], () => single(decided({ closingEvent: null }))],
  [
    'closingEvent without a ticket',
    ['bets'],
    () => single(decided({ stakes: {}, closingEvent: 4711 }, makeIdleHidden())),
  ],
  ['tickets none with stakes', ['bets'], () => single(decided({ tickets: 0 }, makeHidden()))],
  ['tickets more than the stakes allow', ['bets'], () => single(decided({ tickets: 41 }))],
  ['ticketRoot of nothing with tickets', ['bets'], () => single(decided({ ticketRoot: idle.record.ticketRoot }))],
  [
    'ticketRoot of something without a ticket',
    ['bets'],
    () => single(decided({ stakes: {}, ticketRoot: first.record.ticketRoot }, makeIdleHidden())),
  ],
  [
    'stakes none with tickets',
    ['bets'],
    () =>
      single(
        decided({ stakes: {}, tickets: 3, closingEvent: 4711, ticketRoot: first.record.ticketRoot }, makeHidden()),
      ),
  ],
  ['voidTickets more than tickets', ['bets'], () => single(decided({ voidTickets: 4 }))],
  ['voidTickets of all tickets, with stakes', ['bets'], () => single(decided({ voidTickets: 3 }))],
  ['voidTickets missing', ['bets'], () => single(resealed(first, { voidTickets: undefined }))],
  [
    'voidTickets in a record of an older format',
    ['bets'],
    () => single(resealed(first, { format: 'cascade.draw.v3' })),
  ],
  ['stakes of half a point', ['bets'], () => staked({ 'straight:1': '1050' })],
  ['stakes of nothing on a leg', ['bets'], () => staked({ 'straight:1': '1000', 'straight:2': '0' })],
  ['stakes below the least of the game', ['bets'], () => staked({ 'straight:1': '500' }, {}, stepGame)],
  ['stakes off the steps of the game', ['bets'], () => staked({ 'straight:1': '1500' }, {}, stepGame)],
  ['stakes above the most of its tickets', ['bets'], () => staked({ 'straight:1': '1000100' })],
  [
    'stakes on a bet that the game does not have',
    ['recomputed'],
    () => single(resealed(first, { stakes: { 'straight:11': '1000' } })),
  ],
  [
    'seed of another day',
    ['day'],
    () => single(decided({ seed: seedFor('2026-02-28', drawId) }), [revealedChain('2026-03-01')]),
  ],
  [
    'seedKeyId of the day before, with the seed of that day',
    ['day'],
    () =>
      single(decided({ seed: seedFor('2026-02-28', drawId), seedKeyId: 'seed-1.2026-02-28' }), [
        revealedChain('2026-02-28'),
      ]),
  ],
  [
    'seedKeyId of a day that it was nowhere',
    ['day'],
    () => single(decided({ seed: seedFor('2026-02-26', drawId), seedKeyId: 'seed-1.2026-02-26' }), null),
  ],
  ['seedKeyId without a day', ['day'], () => single(decided({ seedKeyId: 'seed-1' }))],
  ['seedKeyId of a chain that is not published', ['day'], () => single(decided({ seedKeyId: 'seed-2.2026-03-01' }))],
  ['manual missing in a correction', ['recomputed'], () => single(publicCopy(resealed(correction, { manual: null })))],
  [
    'manual of a result that the game does not have',
    ['recomputed'],
    () => single(resealed(chosen, { manual: { result: '11', booster: 2 } })),
  ],
  ['sequence 1 with a record before', ['chain'], () => single(decided({ previous: first.hash }))],
  ['sequence that leaves one out', ['chain'], () => chainOf(first, makeNext(game, first, { sequence: 3 }))],
  ['previous missing behind the first', ['chain'], () => single(decided({ sequence: 2 }))],
  [
    'previous of another record',
    ['chain'],
    () => chainOf(first, makeNext(game, first, { previous: first.record.commitment })),
  ],
  [
    'format of another version',
    ['shape'],
    () => single(resealed(first, { format: 'cascade.draw.v1' as 'cascade.draw.v2' })),
  ],
  [
    'descriptionDigest of another description',
    ['description'],
    () => single(resealed(first, { descriptionDigest: first.hash })),
  ],
  [
    'confidentialDigest of another part',
    ['confidential'],
    () => single(resealed(first, { confidentialDigest: first.hash })),
  ],
  ['stake that is not the sum', ['stakes'], () => single(resealed(first, { stake: '4001' }))],
  ['policy of another game', ['pick'], () => single(resealed(first, { policy: 'random' }))],
  ['costs of another draw', ['liability'], () => single(resealed(first, { costs: '9100 4500 0*7 22500' }))],
  [
    'candidates fewer than fit',
    ['candidates'],
    () => single(resealed(first, { candidates: { count: 8, digest: first.hash, fits: true } })),
  ],
  [
    'candidates of which none fits, though some cost nothing',
    ['candidates'],
    () =>
      single(
        publicCopy(
          resealed(idle, { candidates: { ...(idle.record.candidates ?? { count: 10, digest: '' }), fits: false } }),
        ),
      ),
  ],
  ['commitment to another seed', ['commitment'], () => single(resealed(first, { commitment: first.hash }))],
  [
    'booster that nothing gave',
    ['booster'],
    () => single(resealed(first, { booster: { value: 2, reason: 'chance' } })),
  ],
  [
    'result that the seed does not pick',
    ['pick'],
    () => single(resealed(first, { result: first.record.result === '4' ? '5' : '4' })),
  ],
  ['payout of another result', ['payout'], () => single(resealed(first, { payout: '100' }))],
]
