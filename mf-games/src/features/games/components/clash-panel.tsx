import './clash-panel.css'
import { Button } from '@cascade/ui-kit'
import { texts } from '../../../texts'
import type { GameValues } from '../game-values'
import type { Clash } from '../merge-stored'

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
