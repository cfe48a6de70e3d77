import { codeCatalogue } from '../errors/code-catalogue'
import { reasonCatalogue } from '../errors/reason-catalogue'
import type { Json } from './json-schema'

/** Describes the fields, codes and reasons of an `ErrorBody`. */
const meaningsOf = (catalogue: Readonly<Record<string, { meaning: string; action: string }>>) =>
  Object.fromEntries(Object.entries(catalogue).map(([name, { meaning, action }]) => [name, `${meaning} ${action}`]))

const fieldTexts: Readonly<Record<string, Json>> = {
  message: { description: 'For users; it may change.' },
  code: { description: 'Stable; each has one HTTP status.', 'x-enumDescriptions': meaningsOf(codeCatalogue) },
  reason: {
    description: 'Finer than `code`. New ones may be added: treat one that you do not know as its code.',
    'x-enumDescriptions': meaningsOf(reasonCatalogue),
  },
  errors: {
    description:
      'What is wrong, by field path, e.g. `email` or `bets.0.quantity`. With `IN_PLAY`: `tickets` (how many), and points as `stake`, `wins` and `owed`.',
  },
  transferId: { description: 'With `OUTCOME_UNKNOWN`: for `GET /credit/outcome/{transferId}`.' },
  creditLeft: { description: "With `CREDIT_LINE`: points that are left of the admin's credit line." },
  requestId: { description: 'Finds the request in the logs of the operator.' },
}

/** Adds the meanings to the schema of `ErrorBody`. */
export function describeErrorBody(schema: Json): Json {
  const properties = Object.entries(schema.properties as Record<string, Json>)
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, field]) => [name, { ...field, ...fieldTexts[name] }])),
  }
}
