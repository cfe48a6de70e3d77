import './games-field.css'
import { gameTexts } from '@cascade/contracts/games'
import { Spin } from '@cascade/ui-kit'
import { Checkbox } from '@cascade/ui-kit/data'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts'
import { gamesQuery } from '../api/games-query'
import type { Controlled } from '../controlled'

/** The games that an admin offers. */
export function GamesField({ id, ref, value, onChange }: Controlled<string[], HTMLFieldSetElement>) {
  const text = texts.useText()
  const games = useQuery(gamesQuery())
  if (games.isPending) return <Spin size="small" />
  if (!games.data?.length) return <span id={id}>{gameTexts.none}</span>
  return (
    <fieldset id={id} ref={ref} className="accounts-games" aria-label={text('games')}>
      <Checkbox.Group
        value={value}
        onChange={onChange}
        options={games.data.map(game => ({ value: game._id, label: game.gameName }))}
      />
    </fieldset>
  )
}
