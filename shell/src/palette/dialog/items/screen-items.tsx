import { MenuIcon } from '@cascade/ui-kit'
import { Key } from '../../keys/key'
import type { Screen } from '../../screens'
import type { Item } from './item'
import { matchOf } from './match'

export function screenItem(role: string, screen: Screen, where: string): Item {
  const { path, label, icon, group, shortcut, remoteId } = screen
  return {
    id: `${where}/${path}`,
    label,
    note: group,
    icon: <MenuIcon name={icon} />,
    end: shortcut !== undefined && (
      <span className="shell-palette-keys" aria-hidden="true">
        <Key>g</Key>
        <Key>{shortcut}</Key>
      </span>
    ),
    to: `/${role}/${path}`,
    remember: { kind: 'screen', path },
    remoteId,
  }
}

/** Items whose label matches, best first; a match of the note alone comes last. */
export function matching(items: readonly Item[], typed: string): Item[] {
  return items
    .flatMap(item => {
      const byLabel = matchOf(item.label, typed)
      const match = byLabel ?? (matchOf(`${item.label} ${item.note ?? ''}`, typed) && { score: 9, spans: [] })
      return match ? [{ ...item, ...match }] : []
    })
    .sort((a, b) => a.score - b.score)
}
