import './picture-field.css'
import { Progress, Upload } from '@cascade/ui-kit/data'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { texts } from '../../../texts'
import type { usePictures } from '../use-pictures'
import { PictureTile } from './picture-tile'

type Props = {
  chosen: ReturnType<typeof usePictures>
  /** One for each digit; undefined while the number of digits is not known. */
  wanted: number | undefined
  /** Share of the upload that has left, from 0 to 1; undefined while nothing is sent. */
  share: number | undefined
}

/** Chooses pictures, shows them by digit and lets them be put in order. */
export function PictureField({ chosen, wanted, share }: Props) {
  const text = texts.useText()
  const { pictures, refused, add, remove, move } = chosen
  const busy = share !== undefined
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <section className="games-pictures" aria-label={text('pictures')}>
      <p className="games-pictures-count" aria-live="polite">
        {text('pictureCount', { count: pictures.length, wanted: wanted ?? '?' })} <span>{text('pictureHelp')}</span>
      </p>
      <Upload.Dragger
        accept="image/*"
        multiple
        disabled={busy}
        showUploadList={false}
        beforeUpload={(file, files) => {
          // Called for each file of a choice: all of them are taken with the first, in the order of the choice.
          if (file === files[0]) add(files)
          return Upload.LIST_IGNORE
        }}
      >
        {text('choosePictures')}
      </Upload.Dragger>
      {refused.length > 0 && (
        <ul className="games-pictures-refused" role="alert">
          {refused.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {busy && <Progress percent={Math.round(share * 100)} aria-label={text('uploading')} />}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => over && active.id !== over.id && move(String(active.id), String(over.id))}
      >
        <SortableContext items={pictures.map(picture => picture.id)} strategy={rectSortingStrategy} disabled={busy}>
          <ol className="games-pictures-grid">
            {pictures.map((picture, index) => (
              <PictureTile key={picture.id} picture={picture} digit={index + 1} disabled={busy} onRemove={remove} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </section>
  )
}
