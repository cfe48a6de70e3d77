import './result-panel.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { Alert, Amount, Button, SaveIcon } from '@cascade/ui-kit'
import { Input, Radio } from '@cascade/ui-kit/data'
import { useId } from 'react'
import { texts } from '../../../texts'
import { balanceAfter, choiceText, costOf } from './choice'
import type { Control } from './use-control'

type Props = { live: LiveGame; control: Control; isLocked: boolean }

/** The chosen result, what it would cost, and SAVE. */
export function ResultPanel({ live, control, isLocked }: Props) {
  const text = texts.useText()
  const id = useId()
  const { choice, booster, setBooster, save, isSaving } = control
  const chosen = choiceText(live, choice)
  const cost = costOf(live, choice, booster)
  const after = balanceAfter(live, cost)
  return (
    <section
      className="live-panel live-result"
      aria-label={text('selectedResult')}
      data-chosen={chosen !== '' || undefined}
    >
      <div className="live-result-pick">
        <label htmlFor={id}>{text('selectedResult')}</label>
        <Input id={id} readOnly value={chosen} placeholder={text('nothingSelected')} size="large" />
      </div>
      <fieldset className="live-result-booster">
        <legend>{text('booster')}</legend>
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          value={booster}
          onChange={event => setBooster(event.target.value)}
          options={[1, 2].map(value => ({ value, label: String(value) }))}
        />
      </fieldset>
      <dl className="live-figures">
        <div>
          <dt>{text('pays')}</dt>
          <dd>{chosen === '' ? '–' : formatPoints(cost)}</dd>
        </div>
        <div>
          <dt>{text('balanceAfter')}</dt>
          <dd>{chosen === '' ? '–' : <Amount value={after} />}</dd>
        </div>
      </dl>
      {chosen !== '' && after < 0 && (
        <Alert type="error" showIcon title={text('belowZero', { balance: formatPoints(after) })} role="alert" />
      )}
      {isLocked && <p className="live-result-late">{text('lateResult')}</p>}
      <Button type="primary" size="large" block icon={<SaveIcon />} loading={isSaving} onClick={() => void save()}>
        {text('save')}
      </Button>
    </section>
  )
}
