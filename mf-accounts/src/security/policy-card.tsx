import { roleLabels, treeRoles } from '@cascade/contracts'
import { factorRules, type SecurityPolicy } from '@cascade/contracts/accounts'
import { Card, StateSwitch, useNotice, useToasts } from '@cascade/ui-kit'
import { Field, FieldGrid, Form, NumberInput, Segmented, SubmitButton } from '@cascade/ui-kit/forms'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ApprovalChoices, ApprovalRules, toChoices, toRules } from './approval-rules'
import { policyQuery, useChangePolicy } from './calls'
import { SessionRules } from './session-rules'
import { securityTexts } from './texts'

/** Rules of sign-in per role, for superadmins. */
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

function PolicyForm({ policy, etag }: { policy: SecurityPolicy; etag: string | undefined }) {
  const text = securityTexts.useText()
  const notice = useNotice()
  const toasts = useToasts()
  const changing = useChangePolicy()
  const options = factorRules.map(rule => ({ value: rule, label: text(`rule_${rule}`) }))
  const rules = Object.fromEntries(treeRoles.map(role => [role, policy.secondFactor[role] ?? 'off']))
  const save = async ({ approvals, ...values }: Values) => {
    try {
      await changing.mutateAsync({ policy: { ...policy, ...values, approvals: toRules(approvals) }, etag })
      toasts.success(text('policySaved'))
    } catch (error) {
      notice.show('error', messageOf(error, text('policyFailed')))
    }
  }
  return (
    <Form<Values>
      layout="vertical"
      aria-label={text('policy')}
      initialValues={{ ...policy, secondFactor: rules, approvals: toChoices(policy.approvals) }}
      onFinish={values => void save(values)}
    >
      {notice.element}
      <p>{text('policyNote')}</p>
      <FieldGrid>
        {treeRoles.map(role => (
          <Form.Item key={role} name={['secondFactor', role]} label={roleLabels[role]}>
            <Segmented options={options} />
          </Form.Item>
        ))}
        <Field name="graceDays" label={text('graceDays')}>
          <NumberInput min={0} max={90} />
        </Field>
        <SessionRules />
      </FieldGrid>
      <ApprovalRules />
      <SubmitButton busy={changing.isPending}>{text('savePolicy')}</SubmitButton>
    </Form>
  )
}
