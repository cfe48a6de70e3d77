import { PublicJwk, SeedChain } from '@cascade/contracts/live'
import { z } from 'zod'

/** What was given to be checked: documents that are yet to be looked at, and what came along with them. */
export type ReadDraw = { documents: readonly unknown[]; keys?: PublicJwk[]; seeds?: SeedChain[] }

const Answer = z.object({ documents: z.array(z.unknown()), keys: z.array(PublicJwk), seeds: z.array(SeedChain) })

/** Takes a record, a list of records, or what the API answers about a draw, with its envelope or without. */
export function readDocuments(content: unknown): ReadDraw {
  const inner = withoutEnvelope(content)
  const answer = Answer.safeParse(inner)
  if (answer.success) return answer.data
  return { documents: Array.isArray(inner) ? inner : [inner] }
}

/** The proof of a ticket: by itself, or within the details of a ticket as the API answers them. */
export function proofIn(content: unknown): unknown {
  return [content, withoutEnvelope(content)].reduce<unknown>(
    (proof, each) => (typeof each === 'object' && each !== null && 'proof' in each ? each.proof : proof),
    content,
  )
}

/** What is in an answer of the API, or what is no answer as it is. */
const withoutEnvelope = (content: unknown): unknown => (isEnvelope(content) ? content.data : content)

const isEnvelope = (content: unknown): content is { data: unknown } =>
  typeof content === 'object' && content !== null && 'success' in content && 'data' in content
