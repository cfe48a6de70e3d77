import './form.css'
import { issueText } from '@cascade/contracts'
import { Form, type FormItemProps } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'

type Props = Pick<FormItemProps, 'valuePropName' | 'getValueProps' | 'normalize' | 'dependencies' | 'tooltip'> & {
  /** Key in the values and in the server's `errors`, e.g. `email` or `limits.betMax`. */
  name: string
  label: string
  required?: boolean
  /** A sentence of help below the input. */
  help?: ReactNode
  /** Spans all columns of the form. */
  wide?: boolean
  children: ReactNode
}

/** An input with its label; a fault is tied to it for screen readers by antd's Form.Item. */
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

/** Fields side by side where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="kit-fields">{children}</div>
}

/** Where a field's value stands: `limits.betMax` and `bets.0.multiplier` lie within other values. */
export const fieldPath = (name: string): (string | number)[] =>
  name.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part))

/** Sentences by field path; a path that names no field is shown above the form. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/**
 * What a schema of the contracts says about the values, by field path: the first sentence of each field.
 * @returns an empty object when everything is valid
 */
export function issuesOf(schema: z.ZodType, values: unknown): FieldErrors {
  const result = schema.safeParse(values, { error: issueText })
  if (result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** The fields whose value differs from what the form began with. */
export function changedFields<V extends object>(initial: Partial<V>, values: V): Partial<V> {
  const same = (a: unknown, b: unknown) => (a ?? '') === (b ?? '') || JSON.stringify(a) === JSON.stringify(b)
  const changed = Object.entries(values).filter(([name, value]) => !same(value, initial[name as keyof V]))
  return Object.fromEntries(changed) as Partial<V>
}
