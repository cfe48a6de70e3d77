import './layout.css'
import {
  Brand,
  Button,
  chooseScheme,
  DarkIcon,
  Dropdown,
  FoldIcon,
  LightIcon,
  lazyWithRetry,
  QuietBoundary,
  type SchemeChoice,
  UnfoldIcon,
  useAppearance,
  useScheme,
} from '@cascade/ui-kit'
import { useCan, useRunWatch } from '@cascade/web-kit'
import { PaletteButton } from '../palette/palette'
import { shellTexts } from '../texts'
import type { Folding } from './use-folding'
import { useSettled } from './use-settled'
import { UserMenu } from './user-menu'
import { ZoneClock } from './zone-clock'

const Bell = lazyWithRetry(async () => ({ default: (await import('../bell/bell')).Bell }))
const RunTray = lazyWithRetry(async () => ({ default: (await import('./run-tray')).RunTray }))

type Props = { folding: Folding; onPreloadProfile: () => void }

export function TopBar({ folding, onPreloadProfile }: Props) {
  const text = shellTexts.useText()
  const folded = folding.shape === 'folded'
  const [{ isWatched }] = useRunWatch()
  const mayRun = useCan('runs.manage')
  const isSettled = useSettled()
  return (
    <header className="shell-top">
      {folding.shape === 'drawer' && <Brand size={24} />}
      {folding.choosable && (
        <Button
          type="text"
          icon={folded ? <UnfoldIcon /> : <FoldIcon />}
          aria-label={text(folded ? 'unfoldMenu' : 'foldMenu')}
          onClick={folding.toggle}
        />
      )}
      <PaletteButton />
      <div className="shell-top-end">
        {(isWatched || (isSettled && mayRun)) && (
          <QuietBoundary>
            <RunTray />
          </QuietBoundary>
        )}
        {folding.choosable && <ZoneClock />}
        <span className="shell-bell-place">
          {isSettled && (
            <QuietBoundary>
              <Bell />
            </QuietBoundary>
          )}
        </span>
        <SchemeSwitch />
        <UserMenu onPreloadProfile={onPreloadProfile} />
      </div>
    </header>
  )
}

const choices = ['light', 'dark', 'system'] as const satisfies readonly SchemeChoice[]

function SchemeSwitch() {
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
