import type { Game } from '@cascade/contracts/games'
import { ActivateIcon, DeactivateIcon, DeleteIcon, EditIcon } from '@cascade/ui-kit'
import { RowActions, SettingsIcon } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { paths } from '../../../paths'
import { texts } from '../../../texts'
import { toggleOf } from '../api/use-set-game-status'
import type { GameCommands } from '../use-game-commands'

type Props = { game: Game; commands: GameCommands }

export function GameRowActions({ game, commands }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const place = { id: game._id }
  const toggle = toggleOf(game)
  return (
    <RowActions
      of={game.gameName}
      actions={[
        { key: 'edit', label: text('edit'), icon: <EditIcon />, to: address(paths.editGame, place) },
        {
          key: 'description',
          label: text('howItIsPlayed'),
          icon: <SettingsIcon />,
          to: address(paths.describeGame, place),
        },
        {
          key: 'toggle',
          label: text(toggle),
          icon: toggle === 'deactivate' ? <DeactivateIcon /> : <ActivateIcon />,
          onClick: () => commands.toggle(game),
        },
        {
          key: 'delete',
          label: text('delete'),
          icon: <DeleteIcon />,
          danger: true,
          onClick: () => commands.remove(game),
        },
      ]}
    />
  )
}
