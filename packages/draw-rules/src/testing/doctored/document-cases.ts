import { bytesToHex } from '@noble/hashes/utils.js'
import { createRecordSigner } from '../../record/seal-record'
import { merklePath, merkleRoot, ticketLeafHash } from '../../tickets/ticket-tree'
import {
  makeCorrection,
  makeDocument,
  makeFacts,
  makeHidden,
  makeKey,
  makeNext,
  operator,
  ticketsOf,
} from '../make-facts'
import {
  chainOf,
  corrected,
  type Doctored,
  decided,
  game,
  resealed,
  single,
  type VerificationInput,
  valid,
} from './fixtures'

const { first, idle, correction } = valid
const { drawId } = first.record
const otherStakes = { 'straight:1': '1000', 'straight:2': '500', 'straight:0': '2600' }
const otherTree = makeFacts({ stakes: otherStakes }).ticketRoot

const percentage = { what: 'percentage', from: '1900', to: '2100', by: operator, at: first.record.drawAt } as const

/** Tickets of one leg each, with the proof of the first. */
function proofOf(change: Partial<ReturnType<typeof ticketsOf>[number]>): VerificationInput {
  const [ticket, ...others] = ticketsOf(first.record.stakes)
  const leaves = [{ ...ticket, ...change }, ...others].map(each => ticketLeafHash(each as NonNullable<typeof ticket>))
  const made = decided({ ticketRoot: bytesToHex(merkleRoot(leaves)) })
  const document = change.salt ? resealed(made, { format: 'cascade.draw.v2', voidTickets: undefined }) : made
  const proof = { drawId, index: 0, size: leaves.length, path: merklePath(leaves, 0).map(bytesToHex) }
  return { documents: [document], proof: { ...proof, ticket: { ...ticket, ...change } } }
}

export const documentCases: readonly Doctored[] = [
  ['hash of another record', ['hash', 'signature'], () => single({ ...first, hash: idle.hash })],
  [
    'signature of a key that is not published',
    ['signature'],
    () => single(makeDocument(game, makeFacts(), makeHidden(), createRecordSigner(makeKey('live-1', 2)))),
  ],
  [
    'correction with other stakes and tickets',
    ['version'],
    () => corrected({ stakes: otherStakes, ticketRoot: otherTree }),
  ],
  ['correction with another number of void tickets', ['version'], () => corrected({ voidTickets: 1 })],
  ['correction with another closing event', ['version'], () => corrected({ closingEvent: 4712 })],
  ['correction with another version of the game', ['version'], () => corrected({ gameVersion: 4 })],
  ['correction with another balance', ['version'], () => corrected({}, { balance: '20001' })],
  ['correction with another percentage', ['version'], () => corrected({}, { winpercentage: '2001' })],
  [
    'correction of a correction that is missing',
    ['version'],
    () => {
      const third = makeCorrection(game, correction, correction, { manual: { result: '4', booster: 1 } })
      return { documents: [first, third] }
    },
  ],
  ['ticket.stake that its lines do not sum to', ['ticket'], () => proofOf({ stake: '900' })],
  [
    'ticket.lines that name a leg twice',
    ['ticket'],
    () =>
      proofOf({
        lines: [
          ['straight:1', 5],
          ['straight:1', 5],
        ],
      }),
  ],
  [
    'ticket.lines with more than the record says was staked',
    ['ticket'],
    () => proofOf({ lines: [['straight:1', 11]], stake: '1100' }),
  ],
  ['ticket.state void in a record without a void ticket', ['ticket'], () => proofOf({ state: 'void' })],
  ['ticket.salt in a record whose tickets have none', ['ticket'], () => proofOf({ salt: 'ab'.repeat(16) })],
  [
    'chain in which the percentage changed and no change is listed',
    ['chain'],
    () => chainOf(first, makeNext(game, first, {}, makeHidden({ winpercentage: '2100' }))),
  ],
  [
    'chain in which the first of two changes of the percentage is not listed',
    ['chain'],
    () => chainOf(first, makeNext(game, first, {}, makeHidden({ winpercentage: '2100', changes: [percentage] }))),
  ],
  [
    'chain in which the description changed and no change is listed',
    ['chain'],
    () => chainOf(first, makeNext(game, first, { gameVersion: 4 })),
  ],
]
