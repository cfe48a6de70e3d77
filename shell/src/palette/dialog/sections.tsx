import { ledgerApi } from '@cascade/contracts/accounts'
import { liveApi, parseDrawNumber } from '@cascade/contracts/live'
import { chooseScheme, DarkIcon, LightIcon, useDebounced, useScheme } from '@cascade/ui-kit'
import { readQuery, useActor, useCan } from '@cascade/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Key } from '../modal'
import { openDialog, type RecentChoice, usePaletteSettings } from '../palette-state'
import type { Bases, Screen } from '../screens'
import { paletteTexts } from '../texts'
import { actsOf } from './acts'
import {
  accountItem,
  actionItems,
  drawItem,
  type FoundAccount,
  foundItems,
  type Item,
  matching,
  type Section,
  screenItem,
} from './items'

type Input = {
  typed: string
  screens: readonly Screen[]
  bases: Bases
  account: FoundAccount | undefined
}

export function useSections({ typed, screens, bases, account }: Input) {
  const text = paletteTexts.useText()
  const viewer = useActor()
  const { recent } = usePaletteSettings()
  const commands = useCommands()
  const search = useAccountSearch(typed, account === undefined)
  const draws = useDrawSearch(typed, account === undefined)
  const section = (key: string, title: string, items: Item[]): Section => ({ key, title, items })
  const items = (of: readonly Screen[]) => of.map(screen => screenItem(viewer.role, screen, 'screen'))
  const toRecentItems = (choice: RecentChoice): Item[] => {
    if (choice.kind === 'account') return [accountItem(viewer, bases, choice, 'recent') ?? []].flat()
    return screens.filter(({ path }) => path === choice.path).map(screen => screenItem(viewer.role, screen, 'recent'))
  }

  const listed = items(screens.filter(screen => !screen.fromData))
  const games = items(screens.filter(screen => screen.fromData))
  const sections = account
    ? [section('actions', text('actionsOf', account), matching(actionItems(viewer, bases, account), typed))]
    : typed.trim() === ''
      ? [
          section('recent', text('recent'), recent.flatMap(toRecentItems)),
          section('screens', text('screens'), listed),
          section('commands', text('commands'), commands),
        ]
      : [
          section('screens', text('screens'), matching([...listed, ...actsOf(viewer, bases)], typed)),
          section(
            'draws',
            text('draws'),
            draws.map(draw => drawItem(viewer.role, draw)),
          ),
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

const lettersMin = 2
const staleAfterMs = 15_000

/** Accounts in scope whose username or unique id starts with `typed`; keeps the previous rows while loading. */
function useAccountSearch(typed: string, enabled: boolean) {
  const q = typed.trim()
  const debounced = useDebounced(q)
  const isLong = enabled && q.length >= lettersMin
  const search = useQuery({
    ...readQuery(ledgerApi.search, { query: { q: debounced } }),
    enabled: isLong && debounced.length >= lettersMin,
    staleTime: staleAfterMs,
    placeholderData: keepPreviousData,
  })
  return {
    rows: (isLong && search.data) || none,
    pending: isLong && (debounced !== q || search.isFetching),
    error: isLong && debounced === q ? search.error : null,
    retry: () => void search.refetch(),
  }
}
const none: never[] = []

function useDrawSearch(typed: string, enabled: boolean) {
  const isNumber = parseDrawNumber(typed) !== undefined
  const debounced = useDebounced(typed.trim())
  const canSearch = useCan('live.control')
  const search = useQuery({
    ...readQuery(liveApi.findDraws, { query: { q: debounced } }),
    enabled: canSearch && enabled && isNumber && parseDrawNumber(debounced) !== undefined,
    staleTime: staleAfterMs,
  })
  return (isNumber && search.data) || none
}
