import { Button } from 'antd'
import type { ReactNode } from 'react'
import { LoadingIcon } from '../../icons/data-icons'

type Props = { busy: boolean; children: ReactNode }

/** Sends the form, once at a time. Its spinner is decoration: the button keeps its name while it turns. */
export function SubmitButton({ busy, children }: Props) {
  const spinner = { icon: <LoadingIcon /> }
  return (
    <Button type="primary" htmlType="submit" disabled={busy} loading={busy && spinner}>
      {children}
    </Button>
  )
}
