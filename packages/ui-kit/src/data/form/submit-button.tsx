import { LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

type Props = { busy: boolean; children: ReactNode }

/** Sends the form, once at a time. Its spinner is decoration: the button keeps its name while it turns. */
export function SubmitButton({ busy, children }: Props) {
  const spinner = { icon: <LoadingOutlined aria-hidden="true" /> }
  return (
    <Button type="primary" htmlType="submit" disabled={busy} loading={busy && spinner}>
      {children}
    </Button>
  )
}
