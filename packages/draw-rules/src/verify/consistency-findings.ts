import type { Confidential, DrawDocument, DrawRecord } from '@cascade/contracts/live'
import { bytesToHex } from '@noble/hashes/utils.js'
import { merkleRoot } from '../tickets/ticket-tree'
import { type Finding, findingFromFaults } from './finding'
import { changesFinding, chooserFinding } from './operator-findings'

/**
 * Checks fields that depend on other fields or the description, besides those recomputed by deciding the draw again.
 * See the table of rules in docs/fairness.md.
 */
export function consistencyFindings(document: DrawDocument): Finding[] {
  const { confidential } = document
  return [
    identityFinding(document.record),
    momentFinding(document),
    betsFinding(document),
    versionFinding(document),
    ...(confidential ? [chooserFinding(document, confidential), changesFinding(document.record, confidential)] : []),
  ]
}

function identityFinding({ drawId, adminId, gameId, drawAt }: DrawRecord): Finding {
  const expected = `${adminId}_${gameId}_${Date.parse(drawAt) / 1000}`
  return findingFromFaults('identity', 'The id of the draw names its admin, game and moment.', [
    drawId !== expected && `The id of the draw should be ${expected}.`,
  ])
}

function momentFinding({ record: { drawAt }, description: { draw } }: DrawDocument): Finding {
  const atMs = Date.parse(drawAt)
  return findingFromFaults('moment', `The game is drawn every ${draw.intervalSeconds} seconds, and at this moment.`, [
    new Date(atMs).toISOString() !== drawAt && 'The moment of the draw is not written in UTC with milliseconds.',
    atMs % (draw.intervalSeconds * 1000) !== 0 &&
      `The game is drawn every ${draw.intervalSeconds} seconds since 1970, and not at this moment.`,
  ])
}

const emptyRoot = bytesToHex(merkleRoot([]))
const pointInHundredths = 100n

/**
 * Checks that tickets, closing event, root and figures are all present or all absent, and that the tickets that are not
 * void can hold the stakes.
 */
function betsFinding({ record, confidential, description: { limits } }: DrawDocument): Finding {
  const { tickets, voidTickets = 0, ticketRoot, closingEvent } = record
  const hasTickets = tickets > 0
  const bets = tickets - voidTickets
  const stakes = Object.entries(record.stakes).map(([leg, stake]) => ({ leg, stake: BigInt(stake) }))
  const [least, step] = [limits.betMin, limits.betStep].map(points => BigInt(points) * pointInHundredths) as [
    bigint,
    bigint,
  ]
  const most = BigInt(limits.betMax) * pointInHundredths * BigInt(bets)
  const odd = stakes.find(({ stake }) => stake < least || stake % step !== 0n || stake > most)
  const total = stakes.reduce((sum, { stake }) => sum + stake, 0n)
  const state = hasTickets ? 'has tickets' : 'has no ticket'
  const counted =
    voidTickets > 0 ? `It has ${tickets} tickets, ${voidTickets} of them void.` : `It has ${tickets} tickets.`
  return findingFromFaults('bets', hasTickets ? counted : 'It has no ticket.', [
    (record.voidTickets === undefined) === (record.format === 'cascade.draw.v4') &&
      'Records count void tickets since cascade.draw.v4, and only since then.',
    bets < 0 && `Of ${tickets} tickets, ${voidTickets} cannot be void.`,
    bets > 0 !== stakes.length > 0 && `The draw has ${bets} tickets that are not void, which its stakes contradict.`,
    hasTickets !== (closingEvent !== null) && `The draw ${state}, which its closing event contradicts.`,
    hasTickets !== (ticketRoot !== emptyRoot) && `The draw ${state}, which the root of the tickets contradicts.`,
    odd && `No ${bets} tickets can have staked ${odd.stake} hundredths on ${odd.leg} within the limits of the game.`,
    total < least * BigInt(bets) && `${bets} tickets stake more than ${total} hundredths.`,
    confidential && hasFigures(confidential) !== hasTickets && `The draw ${state}, which its figures contradict.`,
  ])
}

/** @returns undefined if only one of the figures is present */
function hasFigures({ balance, winpercentage }: Confidential): boolean | undefined {
  const hasBalance = balance !== null
  return hasBalance === (winpercentage !== null) ? hasBalance : undefined
}

function versionFinding({ record, confidential }: DrawDocument): Finding {
  const { resultVersion, sequence } = record
  const isCorrection = resultVersion > 1
  const hasReason = confidential?.manual?.reason !== undefined
  const inherited = confidential?.inherited ?? []
  return findingFromFaults(
    'version',
    isCorrection ? `It is version ${resultVersion} of the result.` : 'It is the first result.',
    [
      resultVersion > sequence && `A version ${resultVersion} cannot be number ${sequence} of the chain.`,
      confidential !== undefined &&
        hasReason !== isCorrection &&
        (isCorrection ? 'A correction has a reason.' : 'A first result has no reason of a correction.'),
      inherited.length > 0 && !isCorrection && 'A first result adds nothing to the wins of deleted players.',
      inherited.some(({ win }) => BigInt(win) <= 0n) && 'A win of a deleted player is listed that adds nothing.',
    ],
  )
}
