import './layout.css'
import { Menu, type MenuProps } from '@cascade/ui-kit'
import { usePageRouter } from '@cascade/web-kit'
import { memo, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type MenuEntry, type MenuGroup, type SubmenuEntry, useSubmenus } from '../menu/menu'
import { MenuIcon } from '../menu/menu-icon'
import type { RemoteLoader } from '../remotes/remote-loader'
import { shellTexts } from '../texts'

type Item = NonNullable<MenuProps['items']>[number]
type Props = {
  role: string
  groups: readonly MenuGroup[]
  folded: boolean
  loader: RemoteLoader
  onNavigate?: () => void
}
type EntriesProps = Props & { pathname: string }

export function SidebarMenu(props: Props) {
  const { pathname } = useLocation()
  return <Entries {...props} pathname={pathname} />
}

/** Memoized: list state in the address does not re-render it. */
const Entries = memo(function Entries({ role, groups, folded, loader, onNavigate, pathname }: EntriesProps) {
  const text = shellTexts.useText()
  const router = usePageRouter()
  const current = pathname.slice(role.length + 2)
  const [opened, setOpened] = useState(() => [folderOf(current.split('/')[0] ?? '')])
  // A hovered submenu is about to be opened: load its entries.
  const [hoveredPath, setHoveredPath] = useState('')
  const submenus = useSubmenus(
    groups.flatMap(group => group.entries),
    path => opened.includes(folderOf(path)) || hoveredPath === path,
  )

  const address = (path: string) => `/${role}/${path}`
  const link = (path: string, label: string) => (
    <Link to={address(path)} tabIndex={-1}>
      {label}
    </Link>
  )
  const leaf = (path: string, label: string, icon?: string, remoteId?: string): Item => ({
    key: path,
    label: link(path, label),
    title: label,
    icon: icon === undefined ? undefined : <MenuIcon name={icon} />,
    onMouseEnter: remoteId === undefined ? undefined : () => loader.preload(remoteId),
  })
  const entry = (each: MenuEntry): Item => {
    const below = submenus[each.path]
    if (!each.submenu) return leaf(each.path, each.label, each.icon ?? '', each.remoteId)
    return {
      key: folderOf(each.path),
      label: each.label,
      icon: <MenuIcon name={each.icon} />,
      onTitleMouseEnter: () => setHoveredPath(each.path),
      children: grouped(below ?? [], sub => leaf(sub.path, sub.label, undefined, each.remoteId)),
    }
  }
  const items: Item[] = [
    leaf('dashboard', text('dashboard'), 'dashboard'),
    ...groups.flatMap((group, index) =>
      group.title === undefined
        ? group.entries.map(entry)
        : {
            type: 'group' as const,
            key: `group-${index}`,
            label: folded ? <span className="shell-menu-rule" /> : group.title,
            children: group.entries.map(entry),
          },
    ),
  ]

  const paths = groups.flatMap(group =>
    group.entries.flatMap(each => [each.path, ...(submenus[each.path] ?? []).map(sub => sub.path)]),
  )
  const selected = ['dashboard', ...paths]
    .filter(path => current === path || current.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]
  useEffect(() => {
    if (selected === undefined) return
    document.querySelector('.shell-menu .ant-menu-item-selected')?.scrollIntoView?.({ block: 'nearest' })
  }, [selected])
  return (
    <Menu
      mode="inline"
      className="shell-menu"
      items={items}
      inlineCollapsed={folded}
      inlineIndent={16}
      selectedKeys={selected === undefined ? [] : [selected]}
      defaultOpenKeys={opened}
      onOpenChange={setOpened}
      onClick={({ key, domEvent }) => {
        // The link itself has already navigated on a click, but not on a key press.
        const onLink = domEvent.target instanceof Element && domEvent.target.closest('a') !== null
        if (!onLink || domEvent.type === 'keydown') void router.navigate(address(key))
        onNavigate?.()
      }}
    />
  )
})

/** Key of a submenu, distinct from its own path, which may be one of its entries. */
const folderOf = (path: string) => `${path} …`

/** Groups entries by their shared name after those without one; a single group needs no heading. */
function grouped(entries: readonly SubmenuEntry[], leaf: (entry: SubmenuEntry) => Item): Item[] {
  const names = [...new Set(entries.flatMap(({ group }) => group ?? []))]
  if (names.length <= 1) return entries.map(leaf)
  const ungrouped = entries.filter(({ group }) => group === undefined).map(leaf)
  const named = names.map(name => ({
    key: `submenu-${name}`,
    label: name,
    children: entries.filter(entry => entry.group === name).map(leaf),
  }))
  return [...ungrouped, ...named]
}
