import type { DrawDocument } from '@cascade/contracts/live'
import { expect, it } from 'vitest'
import { doctored, type Given, honest, resealed } from '../testing/doctored'
import { publicKey, seedChain } from '../testing/make-facts'
import type { Finding } from './finding'
import { verifyChain, verifyVersions } from './verify-chain'
import { verifyTicket } from './verify-ticket'

function findingsOf({ documents, isChain, seeds = [seedChain], proof }: Given): Finding[] {
  const options = { publicKeys: [publicKey], ...(seeds && { seeds }) }
  const findings = (isChain ? verifyChain : verifyVersions)(documents, options).flat()
  return proof ? [...findings, verifyTicket(documents[0] as DrawDocument, proof)] : findings
}

const failedNames = (given: Given) => [...new Set(findingsOf(given).flatMap(({ ok, name }) => (ok ? [] : [name])))]

it.each(Object.entries(honest))('accepts an honest record: %s', (_name, document) => {
  const isCorrection = document.record.resultVersion > 1
  expect(failedNames({ documents: isCorrection ? [honest.first, document] : [document] })).toEqual([])
})

it.each(doctored)('rejects a signed record: %s', (_title, findings, make) => {
  expect(failedNames(make()).sort()).toEqual([...findings].sort())
})

/** Every value of an object that is no object itself, as a path. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]))
}

/** Another value of the same kind. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 1
  if (/T.*Z$/.test(value)) return new Date(Date.parse(value) + 1000).toISOString()
  return value.slice(0, -1) + (/[1b]$/.test(value) ? '2' : /\d$/.test(value) ? '1' : 'b')
}

function changed<T extends object>(object: T, [key = '', ...rest]: readonly string[]): T {
  const value = object[key as keyof T]
  const next = rest.length > 0 ? changed(value as object, rest) : otherThan(value)
  return { ...object, [key]: next }
}

/**
 * Values that follow from nothing else in the document. Tickets are shown by their proofs, the position in the chain by the
 * record before; figures decide nothing where an operator chose, and little changes within the rounding of the budget.
 */
const free = {
  record: ['gameVersion', 'closingEvent', 'tickets', 'ticketRoot', 'sequence', 'previous'],
  confidential: ['salt', 'balance', 'winpercentage', 'manual.by.username', 'manual.reason', 'manual.at'],
}

it.each(Object.entries(honest))(
  'rejects a record of which any value was changed and signed again: %s',
  (_name, document) => {
    const earlier = document.record.resultVersion > 1 ? [honest.first] : []
    const passes = (other: object) => failedNames({ documents: [...earlier, other] }).length === 0
    const record = leaves(document.record).filter(path => passes(resealed(document, changed(document.record, path))))
    const confidential = leaves(document.confidential).filter(path =>
      passes(resealed(document, {}, changed(document.confidential, path))),
    )
    const unnoticed = {
      record: record.map(path => path.join('.')),
      confidential: confidential.map(path => path.join('.')),
    }
    for (const part of ['record', 'confidential'] as const) {
      expect(unnoticed[part].filter(field => !free[part].includes(field))).toEqual([])
    }
  },
)
