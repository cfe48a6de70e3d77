import {
  Button,
  chooseScheme,
  DarkIcon,
  Dropdown,
  LightIcon,
  type SchemeChoice,
  useAppearance,
  useScheme,
} from '@cascade/ui-kit'
import { shellTexts } from '../texts'

const choices = ['light', 'dark', 'system'] as const satisfies readonly SchemeChoice[]

/** Light, dark, or as the system says. */
export function SchemeSwitch() {
  const text = shellTexts.useText()
  const choice = useAppearance(state => state.scheme)
  const scheme = useScheme()
  const menu = {
    items: choices.map(key => ({ key, label: text(key) })),
    selectable: true,
    selectedKeys: [choice],
    onClick: ({ key }: { key: string }) => chooseScheme(key as SchemeChoice),
  }
  return (
    <Dropdown autoFocus menu={menu} trigger={['click']} placement="bottomRight" classNames={{ root: 'shell-popup' }}>
      <Button type="text" icon={scheme === 'dark' ? <DarkIcon /> : <LightIcon />} aria-label={text('theme')} />
    </Dropdown>
  )
}
