import './table.css'
import { type RefObject, useEffect, useRef } from 'react'

const delayMs = 400

/** One tooltip for all row icons; shows the label of the hovered or focused one. */
export function RowTips({ area }: { area: RefObject<HTMLElement | null> }) {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = area
    if (!current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      if (tip.current) tip.current.hidden = true
    }
    const onOver = ({ target }: Event) => {
      hide()
      const icon = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (icon) timer = setTimeout(() => positionTip(tip.current, icon), delayMs)
    }
    const shows = ['pointerover', 'focusin'] as const
    const hides = ['pointerleave', 'focusout', 'pointerdown', 'keydown'] as const
    for (const name of shows) current.addEventListener(name, onOver)
    for (const name of hides) current.addEventListener(name, hide)
    window.addEventListener('scroll', hide, { passive: true, capture: true })
    return () => {
      hide()
      for (const name of shows) current.removeEventListener(name, onOver)
      for (const name of hides) current.removeEventListener(name, hide)
      window.removeEventListener('scroll', hide, { capture: true })
    }
  }, [area])
  // Hidden from screen readers: the icon has a more specific label.
  return <div ref={tip} className="kit-tip" aria-hidden="true" hidden />
}

function positionTip(tip: HTMLElement | null, icon: HTMLElement) {
  if (!tip || !icon.isConnected) return
  tip.textContent = icon.dataset.tip ?? ''
  tip.hidden = false
  const { left, top, width } = icon.getBoundingClientRect()
  const half = tip.offsetWidth / 2
  const middle = Math.min(Math.max(left + width / 2, half + 4), document.documentElement.clientWidth - half - 4)
  tip.style.left = `${middle - half}px`
  tip.style.top = `${top - tip.offsetHeight - 6}px`
}
