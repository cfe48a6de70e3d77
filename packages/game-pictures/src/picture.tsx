import './pictures.css'
import type { ReactNode } from 'react'

export type PictureProps = {
  /** Side in pixels; the drawings are made for 24 to 160. */
  size?: number
  /** Read by screen readers; without one the picture is decoration. */
  title?: string
  className?: string
}

/** The frame of every drawing: a field of 48 by 48 that keeps its place while it is still empty. */
export function Picture({ size = 24, title, className, children }: PictureProps & { children: ReactNode }) {
  const shared = {
    className: classOf(className),
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

export const classOf = (className: string | undefined) => (className ? `gp-picture ${className}` : 'gp-picture')
