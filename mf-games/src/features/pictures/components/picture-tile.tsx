import './picture-tile.css'
import { Button, DeleteIcon } from '@cascade/ui-kit'
import { useSortableItem } from '@cascade/ui-kit/sort'
import { texts } from '../../../texts'
import type { Picture } from '../use-pictures'

type Props = { picture: Picture; digit: number; disabled: boolean; onRemove: (id: string) => void }

/** One picture with the digit that it stands for; its preview is what moves it, by hand or by keyboard. */
export function PictureTile({ picture, digit, disabled, onRemove }: Props) {
  const text = texts.useText()
  const { id, url, file, fault } = picture
  const { ref, style, handle, isMoving } = useSortableItem(id, disabled)
  return (
    <li
      ref={ref}
      className="games-tile"
      data-moving={isMoving || undefined}
      data-fault={fault ? '' : undefined}
      style={style}
    >
      <button
        type="button"
        className="games-tile-handle"
        {...handle}
        aria-label={text('movePicture', { digit, name: file.name })}
      >
        <img src={url} alt="" draggable={false} />
      </button>
      <div className="games-tile-line">
        <b>{digit}</b>
        <Button
          type="text"
          size="small"
          icon={<DeleteIcon />}
          disabled={disabled}
          aria-label={text('removePicture', { name: file.name })}
          onClick={() => onRemove(id)}
        />
      </div>
      <span className="games-tile-name" title={file.name}>
        {file.name}
      </span>
      {fault && (
        <span className="games-tile-fault" role="alert">
          {fault}
        </span>
      )}
    </li>
  )
}
