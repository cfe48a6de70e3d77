import './review-changes.css'
import { Modal } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'
import type { DescriptionChange } from '../description-changes'

type Props = {
  game: string
  /** The version that a save makes. */
  version: number
  changes: readonly DescriptionChange[]
  onAnswer: (save: boolean) => void
}

/** Everything that a save would change, as it is and as it would be. */
export function ReviewChanges({ game, version, changes, onAnswer }: Props) {
  const text = texts.useText()
  return (
    <Modal
      open
      title={text('reviewTitle', { game })}
      okText={text('saveVersion', { version })}
      cancelText={text('goOnEditing')}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <p>{text('reviewNote')}</p>
      <table className="games-review">
        <thead>
          <tr>
            <th scope="col">{text('field')}</th>
            <th scope="col">{text('before')}</th>
            <th scope="col">{text('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
