import { roleLabels, treeRoles } from '@cascade/contracts'
import { factorRules, type SecurityPolicy } from '@cascade/contracts/accounts'
import { Alert, Card, StateSwitch, useToasts } from '@cascade/ui-kit'
import { Field, FieldGrid, Form, FormBody, NumberInput, Segmented } from '@cascade/ui-kit/forms'
import { useQuery } from '@tanstack/react-query'
import { type ApprovalChoices, ApprovalRules, toChoices, toRules } from './approval-rules'
import { policyQuery, useChangePolicy } from './calls'
import { SessionRules } from './session-rules'
import { securityTexts } from './texts'

/** Rules of sign-in and approvals, for superadmins. */
export function PolicyCard() {
  const text = securityTexts.useText()
  const query = useQuery(policyQuery())
  return (
    <Card title={text('policy')}>
      <StateSwitch query={query}>{stored => <PolicyForm key={stored.etag} {...stored} />}</StateSwitch>
    </Card>
  )
}

type Values = Omit<SecurityPolicy, 'approvals'> & { approvals: ApprovalChoices }
type Stored = { policy: SecurityPolicy; notes: readonly string[]; etag: string | undefined }

function PolicyForm({ policy, notes, etag }: Stored) {
  const text = securityTexts.useText()
  const toasts = useToasts()
  const changing = useChangePolicy()
  const options = factorRules.map(rule => ({ value: rule, label: text(`rule_${rule}`) }))
  const save = async (_values: Values, { approvals, ...changed }: Partial<Values>) => {
    await changing.mutateAsync({ change: { ...changed, ...(approvals && { approvals: toRules(approvals) }) }, etag })
    toasts.success(text('policySaved'))
  }
  return (
    <FormBody<Values>
      title={text('policy')}
      initialValues={{ ...policy, approvals: toChoices(policy.approvals) }}
      submit={save}
      submitLabel={text('savePolicy')}
      failure={text('policyFailed')}
    >
      {notes.map(note => (
        <Alert key={note} type="warning" showIcon title={note} />
      ))}
      <p>{text('policyNote')}</p>
      <FieldGrid>
        {treeRoles.map(role => (
          <Form.Item key={role} name={['secondFactor', role]} label={roleLabels[role]}>
            <Segmented options={options} />
          </Form.Item>
        ))}
        <Field name="graceDays" label={text('graceDays')} help={text('graceDaysNote')}>
          <NumberInput min={0} max={90} />
        </Field>
        <SessionRules />
      </FieldGrid>
      <ApprovalRules />
    </FormBody>
  )
}
