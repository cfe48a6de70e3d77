import './pictures.css'
import { gameImagesMax, imageBytesMax } from '@cascade/contracts/games'
import { Button, DeleteIcon } from '@cascade/ui-kit'
import { Progress, Upload } from '@cascade/ui-kit/forms'
import { SortableArea, useSortableItem } from '@cascade/ui-kit/sort'
import { randomId } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../texts'

type Props = {
  state: ReturnType<typeof usePictures>
  /** One per digit; undefined while the number of digits is unknown. */
  required: number | undefined
  /** Upload progress from 0 to 1; undefined while idle. */
  share: number | undefined
}

/** Input for pictures: upload, preview by digit, drag and keyboard sorting. */
export function PictureField({ state, required, share }: Props) {
  const text = texts.useText()
  const { pictures, rejected, add, remove, order } = state
  const busy = share !== undefined
  return (
    <section className="games-pictures" aria-label={text('pictures')}>
      <p className="games-pictures-count" aria-live="polite">
        {text('pictureCount', { count: pictures.length, required: required ?? '?' })} <span>{text('pictureHelp')}</span>
      </p>
      <Upload.Dragger
        accept="image/*"
        multiple
        disabled={busy}
        showUploadList={false}
        beforeUpload={(file, files) => {
          // Called once per file: add all files with the first, to keep their order.
          if (file === files[0]) add(files)
          return Upload.LIST_IGNORE
        }}
      >
        {text('choosePictures')}
      </Upload.Dragger>
      {rejected.length > 0 && (
        <ul className="games-pictures-refused" role="alert">
          {rejected.map(sentence => (
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
          pickedUp: values => text('pickedUp', values),
          isAt: values => text('isAt', values),
          dropped: values => text('droppedAt', values),
          putBack: values => text('putBack', values),
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

type PictureTileProps = { picture: Picture; digit: number; disabled: boolean; onRemove: (id: string) => void }

/** A picture with its digit; the preview is the drag handle. */
function PictureTile({ picture, digit, disabled, onRemove }: PictureTileProps) {
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

type Picture = {
  id: string
  file: File
  url: string
  fault?: string
}

/** Client-side check of a file; the server checks its content. */
function fileFault(file: Pick<File, 'type' | 'size'>): 'notAPicture' | 'tooLarge' | 'emptyFile' | undefined {
  if (!file.type.startsWith('image/') || file.type.includes('svg')) return 'notAPicture'
  if (file.size === 0) return 'emptyFile'
  return file.size > imageBytesMax ? 'tooLarge' : undefined
}

export function usePictures() {
  const text = texts.useText()
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [rejected, setRejected] = useState<readonly string[]>([])
  const newest = useRef(pictures)
  newest.current = pictures
  useEffect(() => () => newest.current.forEach(release), [])

  const add = useCallback(
    (files: readonly File[]) => {
      const faults = files.map(file => ({ file, fault: fileFault(file) }))
      const accepted = faults.filter(({ fault }) => fault === undefined).map(({ file }) => createPicture(file))
      setRejected(faults.flatMap(({ file, fault }) => (fault ? [`${file.name}: ${text(fault)}`] : [])))
      setPictures(before => [...before, ...accepted].slice(0, gameImagesMax))
    },
    [text],
  )
  const remove = useCallback((id: string) => {
    setPictures(before => before.filter(picture => picture.id !== id || release(picture)))
  }, [])
  /** Assigns server errors, keyed `images.<index>`, to their pictures. */
  const markFaults = useCallback((errors: Readonly<Record<string, string>>) => {
    setPictures(before =>
      before.map(({ fault: _fault, ...picture }, index) => {
        const fault = errors[`images.${index}`]
        return fault === undefined ? picture : { ...picture, fault }
      }),
    )
  }, [])
  return { pictures, rejected, add, remove, order: setPictures as (pictures: readonly Picture[]) => void, markFaults }
}

const createPicture = (file: File): Picture => ({ id: randomId(), file, url: URL.createObjectURL(file) })

function release({ url }: Picture): false {
  URL.revokeObjectURL(url)
  return false
}
