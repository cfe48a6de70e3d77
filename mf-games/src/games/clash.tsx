import './games.css'
import { Button } from '@cascade/ui-kit'
import { texts } from '../texts'
import { editedFields, type GameValues } from './game-fields'

type Props = {
  clashes: readonly Clash[]
  /** Names of fields that were not touched here and now show what is stored. */
  followed: readonly (keyof GameValues)[]
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

/** Somebody else was faster: what they stored beside what was typed here, and the choice between the two. */
export function ClashPanel({ clashes, followed, onTakeOver, onKeep }: Props) {
  const text = texts.useText()
  return (
    <section className="games-clashes" aria-label={text('clashTitle')}>
      <h2>{text('clashTitle')}</h2>
      <p>
        {followed.length > 0 &&
          text('clashFollowed', { fields: followed.map(field => text(labels[field])).join(', ') })}{' '}
        {text(clashes.length > 0 ? 'clashNote' : 'clashNone')}
      </p>
      {clashes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{text('field')}</th>
              <th scope="col">{text('theirs')}</th>
              <th scope="col">{text('yours')}</th>
            </tr>
          </thead>
          <tbody>
            {clashes.map(({ field, theirs, mine }) => (
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
        {clashes.length > 0 && <Button onClick={onTakeOver}>{text('takeOver')}</Button>}
        <Button onClick={onKeep}>{text(clashes.length > 0 ? 'keepMine' : 'understood')}</Button>
      </div>
    </section>
  )
}

type Field = (typeof editedFields)[number]
/** A field that two have changed: what is stored now, and what stands in the form. */
type Clash = { field: Field; theirs: GameValues[Field]; mine: GameValues[Field] }

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
