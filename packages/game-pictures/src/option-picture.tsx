import { imageHashPattern, imagePath } from '@cascade/contracts/games'
import { classOf, Picture, type PictureProps } from './picture'
import { setOf } from './picture-set'
import { useDrawings } from './use-drawings'

/**
 * The picture of an option by the `image` of the game's description: a drawing of ours, e.g. `umbrella`, `card-k-heart`
 * or `ball-7`, or an uploaded picture by its hash. Nothing for a key that is neither; see `hasPicture`.
 */
export function OptionPicture({ image, ...frame }: PictureProps & { image: string }) {
  const set = setOf(image)
  const drawings = useDrawings(set)
  if (imageHashPattern.test(image)) return <UploadedPicture hash={image} {...frame} />
  return set ? <Picture {...frame}>{drawings?.[image]}</Picture> : null
}

function UploadedPicture({ hash, size = 24, title = '', className }: PictureProps & { hash: string }) {
  return (
    <img
      src={imagePath(hash)}
      alt={title}
      width={size}
      height={size}
      className={classOf(className)}
      style={{ objectFit: 'contain' }}
      loading="lazy"
      decoding="async"
    />
  )
}
