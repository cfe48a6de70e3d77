import './pictures.css'
import { imageHashPattern, imagePath } from '@cascade/contracts/games'
import { type ReactNode, useEffect, useState } from 'react'
import { type Drawings, drawingsOf, findSet, loadDrawings, type PictureSet } from './picture-set'

/** The picture of a game by its code; games without their own share a default picture. */
export function GamePicture({ gameId, ...frame }: PictureProps & { gameId: string }) {
  const drawings = useDrawings('games')
  return <Picture {...frame}>{drawings?.[Object.hasOwn(drawings, gameId) ? gameId : 'any']}</Picture>
}

/**
 * The picture of an option by the `image` of the game description: a built-in drawing, e.g. `umbrella`, `card-k-heart`
 * or `ball-7`, or an uploaded picture by its hash. Renders nothing for other keys; see `hasPicture`.
 */
export function OptionPicture({ image, ...frame }: PictureProps & { image: string }) {
  const set = findSet(image)
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
      className={toClassName(className)}
      style={{ objectFit: 'contain' }}
      loading="lazy"
      decoding="async"
    />
  )
}

type PictureProps = {
  /** Side in pixels; the drawings are designed for 24 to 160. */
  size?: number
  /** Accessible name; without it the picture is decorative. */
  title?: string
  className?: string
}

/** The 48 × 48 frame of every drawing; reserves its space while empty. */
function Picture({ size = 24, title, className, children }: PictureProps & { children: ReactNode }) {
  const shared = {
    className: toClassName(className),
    viewBox: '0 0 48 48',
    width: size,
    height: size,
    focusable: 'false' as const,
  }
  return title === undefined ? (
    <svg {...shared} aria-hidden="true">
      {children}
    </svg>
  ) : (
    <svg {...shared} role="img" aria-label={title}>
      <title>{title}</title>
      {children}
    </svg>
  )
}

const toClassName = (className: string | undefined) => (className ? `gp-picture ${className}` : 'gp-picture')

/** The drawings of a set; undefined until loaded, and forever if loading fails. */
function useDrawings(name: PictureSet | undefined): Drawings | undefined {
  const [, setArrived] = useState<Drawings>()
  const drawings = name && drawingsOf(name)
  useEffect(() => {
    if (!name || drawingsOf(name)) return
    let left = false
    loadDrawings(name).then(
      arrived => {
        if (!left) setArrived(arrived)
      },
      // Pictures are decorative: a failed load leaves an empty frame.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [name])
  return drawings
}
