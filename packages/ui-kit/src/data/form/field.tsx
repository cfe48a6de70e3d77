import './form.css'
import { issueText } from '@cascade/contracts'
import { Form, type FormItemProps } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'

type Props = Pick<FormItemProps, 'valuePropName' | 'getValueProps' | 'normalize' | 'dependencies' | 'tooltip'> & {
  /** Path in the values and in the server's `errors`, e.g. `email` or `limits.betMax`. */
  name: string
  label: string
  required?: boolean
  help?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** Labelled input; antd's Form.Item links the error to it for screen readers. */
export function Field({ name, label, required, help, wide, children, ...rest }: Props) {
  return (
    <Form.Item
      {...rest}
      name={fieldPath(name)}
      label={label}
      required={required}
      extra={help}
      className={wide ? 'kit-wide' : undefined}
    >
      {children}
    </Form.Item>
  )
}

export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="kit-fields">{children}</div>
}

/** Converts a path such as `limits.betMax` or `bets.0.multiplier` for antd. */
export const fieldPath = (name: string): (string | number)[] =>
  name.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part))

/** Messages by field path; those without a field are shown above the form. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/**
 * Validates the values against a contract schema and returns the first message of each field.
 * @returns an empty object when everything is valid
 */
export function toFieldErrors(schema: z.ZodType, values: unknown): FieldErrors {
  const result = schema.safeParse(values, { error: issueText })
  if (result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** Fields whose value differs from the initial one. */
export function changedFields<V extends object>(initial: Partial<V>, values: V): Partial<V> {
  const same = (a: unknown, b: unknown) => (a ?? '') === (b ?? '') || JSON.stringify(a) === JSON.stringify(b)
  const changed = Object.entries(values).filter(([name, value]) => !same(value, initial[name as keyof V]))
  return Object.fromEntries(changed) as Partial<V>
}
