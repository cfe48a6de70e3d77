import './field.css'
import { Form, type FormItemProps } from 'antd'
import type { ReactNode } from 'react'
import { fieldPath } from './field-path'

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
