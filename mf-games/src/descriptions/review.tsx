import './descriptions.css'
import type { GameDescription } from '@cascade/contracts/games'
import { Modal } from '@cascade/ui-kit/data'
import { type ReactNode, useCallback, useState } from 'react'
import { texts } from '../texts'
import { limitNames } from './description-values'

type Props = {
  game: string
  version: number
  changes: readonly DescriptionChange[]
  onAnswer: (save: boolean) => void
}

/** Dialog with old and new values of all changes. */
function ReviewChanges({ game, version, changes, onAnswer }: Props) {
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

type ReviewRequest = { game: string; version: number; changes: readonly DescriptionChange[] }

/** Asks for confirmation of changes; render `element` where the dialog belongs. */
export function useReview(): { confirm: (request: ReviewRequest) => Promise<boolean>; element: ReactNode } {
  const [pending, setPending] = useState<ReviewRequest & { answer: (save: boolean) => void }>()
  const confirm = useCallback(
    (request: ReviewRequest) => new Promise<boolean>(resolve => setPending({ ...request, answer: resolve })),
    [],
  )
  const onAnswer = (save: boolean) => {
    pending?.answer(save)
    setPending(undefined)
  }
  const element = pending && (
    <ReviewChanges game={pending.game} version={pending.version} changes={pending.changes} onAnswer={onAnswer} />
  )
  return { confirm, element }
}

type DescriptionChange = { what: string; before: string; after: string }

const { text } = texts
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Differences between two descriptions with the same bets, limited to fields of the form. */
export function diffDescriptions(before: GameDescription, after: GameDescription): DescriptionChange[] {
  const afterLines = buildLines(after)
  return buildLines(before).flatMap(([what, line], index) => {
    const next = afterLines[index]?.[1] ?? ''
    return next === line ? [] : [{ what, before: line, after: next }]
  })
}

type Line = readonly [what: string, value: string]

function buildLines(description: GameDescription): Line[] {
  const { draw, policy, booster, bets, limits } = description
  const seconds = (value: number) => text('seconds', { seconds: value })
  return [
    [text('interval'), seconds(draw.intervalSeconds)],
    [text('lock'), seconds(draw.lockSeconds)],
    [text('resultShown'), seconds(draw.resultSeconds)],
    [text('voidFor'), seconds(draw.voidSeconds ?? 0)],
    [text('policy'), text(policy)],
    [text('booster'), text('onceIn', { draws: booster.chance })],
    ...bets.map((bet): Line => [text('pays', { bet: bet.label }), `× ${number.format(bet.multiplier / 100)}`]),
    ...limitNames.map((name): Line => [text(name), number.format(limits[name])]),
  ]
}
