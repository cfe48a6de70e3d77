import { type ApprovalOperation, amountOperations, approvalOperations, authorityOperations } from '@cascade/contracts'
import type { SecurityPolicy } from '@cascade/contracts/accounts'
import { Select } from '@cascade/ui-kit/data'
import { AmountInput, FieldGrid, Form } from '@cascade/ui-kit/forms'
import { securityTexts } from './texts'

type Choice = { when: 'never' | 'always' | 'above'; above?: number | null }
/** Choices by operation, as form values. */
export type ApprovalChoices = Partial<Record<ApprovalOperation, Choice>>

export const toChoices = (rules: SecurityPolicy['approvals']): ApprovalChoices =>
  Object.fromEntries(
    approvalOperations.map(operation => {
      const rule = rules.find(each => each.operation === operation)
      const when = rule === undefined ? 'never' : rule.above === undefined ? 'always' : 'above'
      return [operation, { when, above: rule?.above ?? null }]
    }),
  )

export const toRules = (choices: ApprovalChoices): SecurityPolicy['approvals'] =>
  approvalOperations.flatMap(operation => {
    const { when, above } = choices[operation] ?? { when: 'never' }
    if (when === 'never') return []
    return [{ operation, ...(when === 'above' && typeof above === 'number' && { above }) }]
  })

/** Explains the operations that a rule with an amount covers. */
const coverOf = (operation: ApprovalOperation) =>
  amountOperations.includes(operation) && securityTexts.text(`cover_${operation}` as 'cover_credit.transfer')

/** Which operations need a second person: never, always, or from an amount on. */
export function ApprovalRules() {
  const text = securityTexts.useText()
  const choices = Form.useWatch('approvals') as ApprovalChoices | undefined
  return (
    <>
      <h3>{text('approvalRules')}</h3>
      <p>{text('approvalRulesNote')}</p>
      <p>{text('authorityNote')}</p>
      <FieldGrid>
        {approvalOperations.map(operation => {
          const whens = [
            'never',
            'always',
            ...(amountOperations.includes(operation) ? ['above' as const] : []),
          ] as const
          const never = authorityOperations.includes(operation) ? 'rule_other' : 'rule_never'
          const options = whens.map(value => ({ value, label: text(value === 'never' ? never : `rule_${value}`) }))
          const label = text(`operation_${operation}`)
          return (
            <Form.Item key={operation} label={label} htmlFor={operation} extra={coverOf(operation)}>
              <Form.Item name={['approvals', operation, 'when']} noStyle>
                <Select id={operation} options={options} />
              </Form.Item>
              {choices?.[operation]?.when === 'above' && (
                <Form.Item
                  name={['approvals', operation, 'above']}
                  noStyle
                  rules={[{ required: true, message: text('ruleAmount') }]}
                >
                  <AmountInput placeholder="0.00" aria-label={`${label}: ${text('ruleAmount')}`} />
                </Form.Item>
              )}
            </Form.Item>
          )
        })}
      </FieldGrid>
    </>
  )
}
