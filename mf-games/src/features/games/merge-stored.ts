import { editedFields, type GameValues } from './game-values'

type Field = (typeof editedFields)[number]
/** A field that two have changed: what is stored now, and what stands in the form. */
export type Clash = { field: Field; theirs: GameValues[Field]; mine: GameValues[Field] }

/**
 * Brings what somebody else stored into a form that is being filled: what was not touched here follows, what was
 * touched here stays and is named where it differs.
 * @param before what the form began with
 */
export function mergeStored(before: GameValues, entered: GameValues, after: GameValues) {
  const changed = editedFields.filter(field => before[field] !== after[field])
  const untouched = changed.filter(field => entered[field] === before[field])
  const clashes: Clash[] = changed
    .filter(field => entered[field] !== before[field] && entered[field] !== after[field])
    .map(field => ({ field, theirs: after[field], mine: entered[field] }))
  const values: GameValues = { ...entered, ...Object.fromEntries(untouched.map(field => [field, after[field]])) }
  return { values, clashes, followed: untouched }
}
