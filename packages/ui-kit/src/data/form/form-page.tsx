import './form-page.css'
import type { ReactNode } from 'react'
import { Card } from '../../layout/card'
import { PageHeader } from '../../layout/page-header'
import { FormBody, type FormBodyProps } from './form-body'

export type FormPageProps<V extends object> = FormBodyProps<V> & {
  title: string
  note?: ReactNode
  /** See `PageHeader`. */
  tab?: readonly string[]
}

/** A page with one form under its heading. */
export function FormPage<V extends object>({ note, tab, ...form }: FormPageProps<V>) {
  return (
    <>
      <PageHeader title={form.title} note={note} tab={tab} onBack={form.onCancel} />
      <Card className="kit-form">
        <FormBody {...form} />
      </Card>
    </>
  )
}
