import './board.css'
import { Button, EmptyState, PageHeader, UnfoldIcon } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { SortableArea } from '@cascade/ui-kit/sort'
import { useRef } from 'react'
import { mostTiles, type Tile, useLiveSettings } from '../shared/live-settings'
import { texts } from '../texts'
import { WallTile } from './wall-tile'

const idOf = ({ adminId, gameId }: Tile) => `${adminId} ${gameId}`

/** Several games side by side, chosen and put in order by mouse or by keyboard alone. */
export function Wall({ pairs }: { pairs: readonly Tile[] }) {
  const text = texts.useText()
  const area = useRef<HTMLDivElement>(null)
  const { wall, setWall } = useLiveSettings()
  // What is not theirs any more is left out, and kept for the case that it comes back.
  const shown = wall.filter(tile => pairs.some(pair => idOf(pair) === idOf(tile)))
  const others = pairs.filter(pair => !wall.some(tile => idOf(tile) === idOf(pair)))
  const add = (id: string) => {
    const pair = others.find(each => idOf(each) === id)
    if (!pair) return
    const { adminId, gameId, username, gameName } = pair
    setWall([...wall, { adminId, gameId, username, gameName }])
  }
  return (
    <div ref={area} className="live-wall">
      <PageHeader
        title={text('wall')}
        note={text('wallNote')}
        actions={
          <>
            <Select
              className="live-wall-add"
              aria-label={text('addGame')}
              placeholder={text('addGame')}
              value={null}
              disabled={others.length === 0 || wall.length >= mostTiles}
              showSearch={{ optionFilterProp: 'label' }}
              getPopupContainer={() => area.current ?? document.body}
              onChange={(id: string | null) => id && add(id)}
              options={others.map(pair => ({ value: idOf(pair), label: `${pair.gameName} · ${pair.username}` }))}
            />
            <Button icon={<UnfoldIcon />} onClick={() => void area.current?.requestFullscreen()}>
              {text('fullScreen')}
            </Button>
          </>
        }
      />
      {shown.length === 0 && <EmptyState title={text('wallEmpty')} />}
      <SortableArea
        items={shown}
        idOf={idOf}
        nameOf={tile => tile.gameName}
        onOrder={setWall}
        says={{
          pickedUp: told => text('tilePickedUp', told),
          isAt: told => text('tileIsAt', told),
          dropped: told => text('tileDropped', told),
          putBack: told => text('tilePutBack', told),
          help: text('tileHelp'),
        }}
      >
        <ul className="live-wall-tiles">
          {shown.map(tile => (
            <WallTile
              key={idOf(tile)}
              id={idOf(tile)}
              tile={tile}
              onRemove={() => setWall(wall.filter(each => idOf(each) !== idOf(tile)))}
            />
          ))}
        </ul>
      </SortableArea>
    </div>
  )
}
