import './draws.css'
import { formatPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import { type CorrectionPreview, type DrawDocument, type DrawPage, liveTexts } from '@cascade/contracts/live'
import { parseResult, picksOf, resultLabel } from '@cascade/draw-rules'
import { Alert, Amount, formatCount, formatDateTime, Spin, useToasts } from '@cascade/ui-kit'
import { Input, Modal, Select } from '@cascade/ui-kit/data'
import { Radio } from '@cascade/ui-kit/forms'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { texts } from '../texts'
import { correctionQuery, type NewResult, useCorrectResult } from './calls'
import { compiledGameOf } from './read-record'

type Props = { draw: DrawPage; newest: DrawDocument; onClose: () => void }
type Picks = Partial<Record<DimensionKey, string>>

const reasonLengthMin = 3

/** Corrects the result of a finished draw, with a preview of the effect on each player. */
export function CorrectionDialog({ draw, newest, onClose }: Props) {
  const text = texts.useText()
  const id = useId()
  const toasts = useToasts()
  const game = compiledGameOf(newest.description)
  const [picks, setPicks] = useState<Picks>(() => {
    const outcome = parseResult(game, newest.record.result)
    return outcome ? picksOf(game, outcome) : {}
  })
  const [boosterValue, setBooster] = useState<1 | 2>(newest.record.booster.value)
  const [reason, setReason] = useState('')
  const correcting = useCorrectResult()
  const isComplete = game.dimensions.every(({ key }) => picks[key] !== undefined)
  const chosen: NewResult = { result: '', ...picks, boosterValue }
  const label = resultLabel(game, game.dimensions.map(({ key }) => picks[key]).join('-'))
  const preview = useQuery({ ...correctionQuery(draw.drawId, chosen), enabled: isComplete })
  const save = async () => {
    try {
      const { message } = await correcting.mutateAsync({
        body: { drawId: draw.drawId, ...chosen, reason: reason.trim() },
      })
      toasts.success(message ?? liveTexts.resultCorrected)
      onClose()
    } catch {
      // The dialog stays open and shows the error.
    }
  }
  return (
    <Modal
      open
      width={720}
      title={text('correctTitle', {
        game: draw.gameName,
        at: formatDateTime(draw.drawAt),
        number: formatCount(draw.documents[0]?.record.sequence ?? 0),
      })}
      onCancel={onClose}
      onOk={() => void save()}
      okText={text('correctLabel', { label })}
      okButtonProps={{
        danger: true,
        loading: correcting.isPending,
        disabled: !isComplete || reason.trim().length < reasonLengthMin,
      }}
    >
      <p>{text('correctNote', { from: resultLabel(game, newest.record.result) })}</p>
      <div className="live-correct">
        {game.dimensions.map(({ key, options }) => (
          <div key={key}>
            <label htmlFor={`${id}${key}`}>{text(`pickLabel_${key}`)}</label>
            <Select
              id={`${id}${key}`}
              showSearch
              value={picks[key]}
              onChange={value => setPicks(before => ({ ...before, [key]: value }))}
              options={options.map(option => ({ value: option.drawno, label: option.label }))}
            />
          </div>
        ))}
        <fieldset>
          <legend>{text('drawBooster')}</legend>
          <Radio.Group
            optionType="button"
            value={boosterValue}
            onChange={event => setBooster(event.target.value)}
            options={[1, 2].map(value => ({ value, label: String(value) }))}
          />
        </fieldset>
      </div>
      <label htmlFor={`${id}reason`}>{text('reason')}</label>
      <Input id={`${id}reason`} maxLength={200} value={reason} onChange={event => setReason(event.target.value)} />
      <h3>{text('consequences')}</h3>
      {preview.isFetching && <Spin />}
      {preview.isError && <Alert type="error" showIcon title={messageOf(preview.error)} />}
      {preview.data && <Consequences preview={preview.data} />}
      {correcting.isError && <Alert type="error" showIcon role="alert" title={messageOf(correcting.error)} />}
    </Modal>
  )
}

function Consequences({ preview }: { preview: CorrectionPreview }) {
  const text = texts.useText()
  const { playerCount, before, after, players, gameBalanceAfter } = preview
  if (playerCount === 0) return <p>{text('noConsequences')}</p>
  const values = { count: formatCount(playerCount), before: formatPoints(before), after: formatPoints(after) }
  return (
    <>
      <p>{text('consequencesOf', values)}</p>
      {gameBalanceAfter < 0 && (
        <Alert type="error" showIcon title={text('belowZero', { balance: formatPoints(gameBalanceAfter) })} />
      )}
      <div className="live-consequences">
        <table>
          <thead>
            <tr>
              {(['player', 'before', 'after', 'difference'] as const).map(title => (
                <th key={title}>{text(title)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {players.map(row => (
              <tr key={row.playerId}>
                <td>
                  {row.username}
                  {row.heir && <> {text('paidTo', { username: row.heir.username })}</>}
                </td>
                {[row.before, row.after, row.difference].map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three cells in a fixed order
                  <td key={at}>
                    <Amount value={value} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
