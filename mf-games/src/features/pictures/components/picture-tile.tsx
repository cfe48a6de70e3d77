import './picture-tile.css'
import { Button, DeleteIcon } from '@cascade/ui-kit'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { texts } from '../../../texts'
import type { Picture } from '../use-pictures'

type Props = { picture: Picture; digit: number; disabled: boolean; onRemove: (id: string) => void }

/** One picture with the digit that it stands for; its preview is what moves it, by hand or by keyboard. */
export function PictureTile({ picture, digit, disabled, onRemove }: Props) {
  const text = texts.useText()
  const { id, url, file, fault } = picture
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id, disabled })
  return (
    <li
      ref={setNodeRef}
      className="games-tile"
      data-moving={isDragging || undefined}
      data-fault={fault ? '' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className="games-tile-handle"
        {...attributes}
        {...listeners}
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
