import './control.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { Alert, Amount, Button, SaveIcon } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Radio } from '@cascade/ui-kit/forms'
import { memo, useId } from 'react'
import { texts } from '../../texts'
import { balanceAfter, type Control, choiceText, costOf, dimensionsOf, type LiveDimension } from './choice'

type Props = { live: LiveGame; control: Control; isLocked: boolean; isStale: boolean }

/** The selected result with its payout, and SAVE. */
export function ResultPanel({ live, control, isLocked, isStale }: Props) {
  const { choice, booster, setBooster, save, maySave, isSaving } = control
  const chosen = choiceText(live, choice)
  const cost = costOf(live, choice, booster)
  const figures = chosen === '' ? undefined : { cost, after: balanceAfter(live, cost) }
  return (
    <ResultForm
      chosen={chosen}
      booster={booster}
      setBooster={setBooster}
      save={save}
      maySave={maySave}
      isSaving={isSaving}
      isLocked={isLocked}
      isStale={isStale}
      {...figures}
    />
  )
}

type FormProps = Pick<Control, 'booster' | 'setBooster' | 'save' | 'maySave' | 'isSaving'> & {
  chosen: string
  isLocked: boolean
  isStale: boolean
  /** Payout and game balance after it; undefined until an option is selected. */
  cost?: number
  after?: number
}

/** Memoised: most feed updates change none of these props. */
const ResultForm = memo(function ResultForm(props: FormProps) {
  const { chosen, booster, setBooster, save, maySave, isSaving, isLocked, isStale, cost, after } = props
  const text = texts.useText()
  const id = useId()
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
          <dt>{text('pays', { booster })}</dt>
          <dd>{cost === undefined ? '–' : formatPoints(cost)}</dd>
        </div>
        <div>
          <dt>{text('balanceAfter')}</dt>
          <dd>{after === undefined ? '–' : <Amount value={after} />}</dd>
        </div>
      </dl>
      {after !== undefined && after < 0 && (
        <Alert type="error" showIcon title={text('belowZero', { balance: formatPoints(after) })} role="alert" />
      )}
      {maySave && isLocked && <p className="live-result-late">{text('lateResult')}</p>}
      {maySave && (
        <Button
          type="primary"
          size="large"
          block
          icon={<SaveIcon />}
          loading={isSaving}
          disabled={isStale}
          onClick={() => void save()}
        >
          {text('save')}
        </Button>
      )}
    </section>
  )
})

export type HoveredOption = { dimension: LiveDimension['key']; drawno: string }

/** Details of the hovered option; small cells have no room for them. */
export function Inspector({ live, hovered }: { live: LiveGame; hovered: HoveredOption | undefined }) {
  const text = texts.useText()
  const options = dimensionsOf(live).find(({ key }) => key === hovered?.dimension)?.options
  const option = options?.find(({ drawno }) => drawno === hovered?.drawno)
  if (!option) return <p className="live-inspector">{text('pointHint')}</p>
  const { label, sum, liability, liabilityBoosted } = option
  const facts = [
    [text('staked'), formatPoints(sum)],
    [text('paysAt', { booster: 1 }), formatPoints(liability)],
    [text('paysAt', { booster: 2 }), formatPoints(liabilityBoosted)],
    [text('balanceAfter'), formatPoints(balanceAfter(live, liability))],
  ] as const
  return (
    <p className="live-inspector">
      <b>{label}</b>
      {facts.map(([title, value]) => (
        <span key={title}>
          {title} <strong>{value}</strong>
        </span>
      ))}
    </p>
  )
}
