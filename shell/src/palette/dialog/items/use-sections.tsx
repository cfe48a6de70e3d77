import { chooseScheme, DarkIcon, LightIcon, useScheme } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { Key } from '../../keys/key'
import { openDialog } from '../../open-dialog'
import { type RecentChoice, usePaletteSettings } from '../../palette-settings'
import type { Screen } from '../../screens'
import { paletteTexts } from '../../texts'
import type { Bases } from '../../use-screens'
import type { FoundAccount } from './account-actions'
import { accountItem, actionItems, foundItems } from './account-items'
import type { Item, Section } from './item'
import { matching, screenItem } from './screen-items'
import { useAccountSearch } from './use-account-search'

type Input = {
  typed: string
  screens: readonly Screen[]
  bases: Bases
  /** The account whose actions are shown instead. */
  account: FoundAccount | undefined
}

/** What the palette shows: recent choices and screens at first, what matches once something is typed. */
export function useSections({ typed, screens, bases, account }: Input) {
  const text = paletteTexts.useText()
  const viewer = useActor()
  const { recent } = usePaletteSettings()
  const commands = useCommands()
  const search = useAccountSearch(typed, account === undefined)
  const section = (key: string, title: string, items: Item[]): Section => ({ key, title, items })
  const items = (of: readonly Screen[]) => of.map(screen => screenItem(viewer.role, screen, 'screen'))
  const recalled = (choice: RecentChoice): Item[] => {
    if (choice.kind === 'account') return [accountItem(viewer, bases, choice, 'recent') ?? []].flat()
    return screens.filter(({ path }) => path === choice.path).map(screen => screenItem(viewer.role, screen, 'recent'))
  }

  const listed = items(screens.filter(screen => !screen.fromData))
  const games = items(screens.filter(screen => screen.fromData))
  const sections = account
    ? [section('actions', text('actionsOf', account), matching(actionItems(viewer, bases, account), typed))]
    : typed.trim() === ''
      ? [
          section('recent', text('recent'), recent.flatMap(recalled)),
          section('screens', text('screens'), listed),
          section('commands', text('commands'), commands),
        ]
      : [
          section('screens', text('screens'), matching(listed, typed)),
          section('accounts', text('accounts'), foundItems(viewer, bases, search.rows, typed.trim())),
          section('games', text('games'), matching(games, typed)),
          section('commands', text('commands'), matching(commands, typed)),
        ]
  return { sections: sections.filter(each => each.items.length > 0), search }
}

function useCommands(): Item[] {
  const text = paletteTexts.useText()
  const scheme = useScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    {
      id: 'command/scheme',
      label: text(other === 'dark' ? 'toDark' : 'toLight'),
      icon: other === 'dark' ? <DarkIcon /> : <LightIcon />,
      run: () => chooseScheme(other),
    },
    {
      id: 'command/shortcuts',
      label: text('shortcuts'),
      icon: <Key>?</Key>,
      run: () => openDialog('help'),
    },
  ]
}
