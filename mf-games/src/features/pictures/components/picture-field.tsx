import './picture-field.css'
import { Progress, Upload } from '@cascade/ui-kit/forms'
import { SortableArea } from '@cascade/ui-kit/sort'
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
  const { pictures, refused, add, remove, order } = chosen
  const busy = share !== undefined
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
      <SortableArea
        items={pictures}
        idOf={picture => picture.id}
        nameOf={picture => picture.file.name}
        onOrder={order}
        disabled={busy}
        says={{
          pickedUp: told => text('pickedUp', told),
          isAt: told => text('isAt', told),
          dropped: told => text('droppedAt', told),
          putBack: told => text('putBack', told),
          help: text('moveHelp'),
        }}
      >
        <ol className="games-pictures-grid">
          {pictures.map((picture, index) => (
            <PictureTile key={picture.id} picture={picture} digit={index + 1} disabled={busy} onRemove={remove} />
          ))}
        </ol>
      </SortableArea>
    </section>
  )
}
