import type { DownOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'

type Icon = typeof DownOutlined

/** Icons repeat the text next to them: a screen reader would read "logout Log Out". */
export function decorative(Icon: Icon) {
  return function DecorativeIcon(props: ComponentProps<Icon>) {
    return <Icon aria-hidden="true" {...props} />
  }
}
