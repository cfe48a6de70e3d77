import type { DrawDocument } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { doctored, resealed, type VerificationInput, valid } from '../testing/doctored'
import { publicKey, seedChain } from '../testing/make-facts'
import type { Finding } from './finding'
import { verifyChain, verifyVersions } from './verify-record'
import { verifyTicket } from './verify-ticket'

function findingsOf({ documents, isChain, seeds = [seedChain], proof }: VerificationInput): Finding[] {
  const options = { publicKeys: [publicKey], ...(seeds && { seeds }) }
  const findings = (isChain ? verifyChain : verifyVersions)(documents, options).flat()
  return proof ? [...findings, verifyTicket(documents[0] as DrawDocument, proof)] : findings
}

const failedNames = (given: VerificationInput) => [
  ...new Set(findingsOf(given).flatMap(({ ok, name }) => (ok ? [] : [name]))),
]

describe('the verification', () => {
  it.each(Object.entries(valid))('accepts a valid record: %s', (_name, document) => {
    const isCorrection = document.record.resultVersion > 1
    expect(failedNames({ documents: isCorrection ? [valid.first, document] : [document] })).toEqual([])
  })

  it.each(doctored)('rejects a doctored record with a valid signature: %s', (_title, findings, make) => {
    expect(failedNames(make()).sort()).toEqual([...findings].sort())
  })

  /** Paths of all non-object values. */
  function leaves(value: unknown, path: readonly string[] = []): string[][] {
    if (typeof value !== 'object' || value === null) return [[...path]]
    return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]))
  }

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
   * Values that nothing else in the document determines. Tickets are proved by their own proofs, the position by the
   * preceding record; figures have no effect on a manual result, and small changes may vanish in the rounding of the
   * budget.
   */
  const free = {
    record: ['gameVersion', 'closingEvent', 'tickets', 'voidTickets', 'ticketRoot', 'sequence', 'previous'],
    confidential: ['salt', 'balance', 'winpercentage', 'manual.by.username', 'manual.reason', 'manual.at'],
  }

  it.each(Object.entries(valid))(
    'rejects a record after changing any value and signing again: %s',
    (_name, document) => {
      const earlier = document.record.resultVersion > 1 ? [valid.first] : []
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
})
