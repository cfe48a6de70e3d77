import { SeedChain, TicketProof } from '@cascade/contracts/live'

/** What was given to be checked: documents that are yet to be looked at, and the chains of day seeds that came along. */
export type ReadDraw = { documents: readonly unknown[]; seeds?: SeedChain[] }

/** Takes a record, a list of records, or what the API answers about a draw, with its envelope or without. */
export function readDocuments(content: unknown): ReadDraw {
  const inner = withoutEnvelope(content)
  if (has('documents', inner) && Array.isArray(inner.documents)) {
    const seeds = has('seeds', inner) ? SeedChain.array().safeParse(inner.seeds).data : undefined
    return { documents: inner.documents, seeds: seeds ?? [] }
  }
  return { documents: Array.isArray(inner) ? inner : [inner] }
}

/** The proof of a ticket: by itself, or within the details of a ticket as the API answers them. */
export function proofIn(content: unknown): unknown {
  const inner = withoutEnvelope(content)
  return has('proof', content) ? content.proof : has('proof', inner) ? inner.proof : inner
}

/** Whether somebody gave a ticket with its proof, and no record. */
export const isTicket = (content: unknown): boolean => TicketProof.safeParse(proofIn(content)).success

/** What is in an answer of the API, or what is no answer as it is. */
const withoutEnvelope = (content: unknown): unknown =>
  has('success', content) && has('data', content) ? content.data : content

const has = <K extends string>(key: K, value: unknown): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value
