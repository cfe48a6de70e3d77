import './top-bar.css'
import { Brand, Button, FoldIcon, MenuIconButton, UnfoldIcon } from '@cascade/ui-kit'
import { PaletteButton } from '../palette/palette-button'
import { shellTexts } from '../texts'
import { SchemeSwitch } from './scheme-switch'
import type { Folding } from './use-folding'
import { UserMenu } from './user-menu'

type Props = { folding: Folding; onOpenDrawer: () => void; onPreloadProfile: () => void }

export function TopBar({ folding, onOpenDrawer, onPreloadProfile }: Props) {
  const text = shellTexts.useText()
  const folded = folding.shape === 'folded'
  return (
    <header className="shell-top">
      {folding.shape === 'drawer' && (
        <>
          <Button type="text" icon={<MenuIconButton />} aria-label={text('menu')} onClick={onOpenDrawer} />
          <Brand size={24} />
        </>
      )}
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
        <SchemeSwitch />
        <UserMenu onPreloadProfile={onPreloadProfile} />
      </div>
    </header>
  )
}
