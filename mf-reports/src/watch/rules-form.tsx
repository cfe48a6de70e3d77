import './watch.css'
import { WatchRules, watchRuleIds, watchTexts } from '@cascade/contracts/reports'
import { StateSwitch, useToasts } from '@cascade/ui-kit'
import { AmountInput, Field, FieldGrid, FormBody, NumberInput, Switch, toFieldErrors } from '@cascade/ui-kit/forms'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { rulesQuery, useChangeRules } from './calls'
import { watchPageTexts } from './texts'

type Props = { onClose: () => void }

/** The rules of the user's branch. */
export function RulesForm({ onClose }: Props) {
  return (
    <StateSwitch query={useQuery(rulesQuery())}>{rules => <StoredRules rules={rules} onClose={onClose} />}</StateSwitch>
  )
}

const numbers = {
  stakes: ['factor', 'daysMin', 'playMin'],
  inAndOut: ['days', 'amountMin', 'playPercentMax'],
  wins: ['days', 'winMin', 'multiplier', 'oneIn'],
  limits: ['timesMin'],
  network: ['playersMin'],
} as const satisfies { [R in keyof WatchRules]: readonly (keyof WatchRules[R])[] }
const amounts: readonly string[] = ['playMin', 'amountMin', 'winMin']

type FieldKey = { [R in keyof WatchRules]: `${R}_${(typeof numbers)[R][number]}` }[keyof WatchRules]

function StoredRules({ rules, onClose }: Props & { rules: WatchRules }) {
  const text = watchPageTexts.useText()
  const toasts = useToasts()
  const change = useChangeRules()
  const { role } = useActor()
  return (
    <FormBody<WatchRules>
      title={text('rules')}
      initialValues={rules}
      validate={values => toFieldErrors(WatchRules, values)}
      submit={async body => {
        const { message } = await change.mutateAsync({ body })
        toasts.success(message ?? watchTexts.rulesChanged)
      }}
      onDone={onClose}
      onCancel={onClose}
      failure={text('rulesFailed')}
    >
      <p>{text(role === 'superadmin' ? 'rulesNoteAll' : 'rulesNote')}</p>
      {watchRuleIds.map(rule => (
        <fieldset key={rule} className="reports-watch-rule">
          <legend>{text(`rule_${rule}`)}</legend>
          <Field name={`${rule}.isOn`} label={text('isOn', { rule: text(`rule_${rule}`) })} valuePropName="checked">
            <Switch />
          </Field>
          <FieldGrid>
            {numbers[rule].map(name => (
              <Field key={name} name={`${rule}.${name}`} label={text(`${rule}_${name}` as FieldKey)} required>
                {amounts.includes(name) ? <AmountInput /> : <NumberInput />}
              </Field>
            ))}
          </FieldGrid>
        </fieldset>
      ))}
    </FormBody>
  )
}
