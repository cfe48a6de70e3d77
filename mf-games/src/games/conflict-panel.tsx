import './games.css'
import { Button } from '@cascade/ui-kit'
import { texts } from '../texts'
import { editedFields, type GameValues } from './game-fields'

type Props = {
  conflicts: readonly Conflict[]
  /** Fields without local changes, which now show the stored value. */
  updated: readonly (keyof GameValues)[]
  onTakeOver: () => void
  onKeep: () => void
}

const labels = {
  gameName: 'gameName',
  nodigit: 'numberOfDigitsLabel',
  description: 'description',
  publisher: 'publisher',
  releaseDate: 'releaseDate',
  status: 'status',
  logo: 'logo',
} as const

/** Conflict panel: stored value next to the user's, with a choice between the two. */
export function ConflictPanel({ conflicts, updated, onTakeOver, onKeep }: Props) {
  const text = texts.useText()
  return (
    <section className="games-clashes" aria-label={text('clashTitle')}>
      <h2>{text('clashTitle')}</h2>
      <p>
        {updated.length > 0 && text('clashFollowed', { fields: updated.map(field => text(labels[field])).join(', ') })}{' '}
        {text(conflicts.length > 0 ? 'clashNote' : 'clashNone')}
      </p>
      {conflicts.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{text('field')}</th>
              <th scope="col">{text('theirs')}</th>
              <th scope="col">{text('yours')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ field, theirs, mine }) => (
              <tr key={field}>
                <th scope="row">{text(labels[field])}</th>
                <td>{theirs ?? ''}</td>
                <td>{mine ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="games-clashes-buttons">
        {conflicts.length > 0 && <Button onClick={onTakeOver}>{text('takeOver')}</Button>}
        <Button onClick={onKeep}>{text(conflicts.length > 0 ? 'keepMine' : 'understood')}</Button>
      </div>
    </section>
  )
}

type Field = (typeof editedFields)[number]
/** A field changed on both sides: stored value and form value. */
type Conflict = { field: Field; theirs: GameValues[Field]; mine: GameValues[Field] }

/**
 * Three-way merge of a concurrent edit: fields without local changes follow the stored game, others stay and are listed
 * as conflicts if they differ.
 * @param before the values the form started with
 */
export function mergeStored(before: GameValues, entered: GameValues, after: GameValues) {
  const changed = editedFields.filter(field => before[field] !== after[field])
  const untouched = changed.filter(field => entered[field] === before[field])
  const conflicts: Conflict[] = changed
    .filter(field => entered[field] !== before[field] && entered[field] !== after[field])
    .map(field => ({ field, theirs: after[field], mine: entered[field] }))
  const values: GameValues = { ...entered, ...Object.fromEntries(untouched.map(field => [field, after[field]])) }
  return { values, conflicts, updated: untouched }
}
