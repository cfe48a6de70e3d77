import type { DownOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'

type Icon = typeof DownOutlined

/** What an icon says is also said in words beside it: a screen reader would read "logout Log Out". */
export function decorative(Icon: Icon) {
  return function DecorativeIcon(props: ComponentProps<Icon>) {
    return <Icon aria-hidden="true" {...props} />
  }
}
