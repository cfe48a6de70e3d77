import { Spin } from '@cascade/ui-kit'
import { Checkbox } from '@cascade/ui-kit/data'
import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '../api/games'
import type { Controlled } from '../components/controlled'
import { accountsTexts } from '../texts'

/** The games that an admin offers. */
export function GamesField({ id, ref, value, onChange }: Controlled<string[], HTMLFieldSetElement>) {
  const text = accountsTexts.useText()
  const games = useQuery(gamesQuery())
  if (games.isPending) return <Spin size="small" />
  if (!games.data?.length) return <span id={id}>{text('noGames')}</span>
  return (
    <fieldset id={id} ref={ref} className="a-games" aria-label={text('games')}>
      <Checkbox.Group
        value={value}
        onChange={onChange}
        options={games.data.map(game => ({ value: game._id, label: game.gameName }))}
      />
    </fieldset>
  )
}
