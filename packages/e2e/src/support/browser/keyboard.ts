import type { Page } from 'playwright'

/** More than any screen has; reaching it means a focus trap. */
const stopsMax = 200

/** The focused element. `looks`: outline, shadow and border of the element and of its frame. */
export type Stop = { name: string; tag: string; href: string; inMain: boolean; looks: string }
/** A stop, and how the previous one looks without focus; undefined if it is gone. */
type Step = Stop & { before: string | undefined }

export type Keyboard = ReturnType<typeof keyboardOf>

export function keyboardOf(page: Page) {
  const unseen = new Set<string>()
  let last: Stop | undefined

  /** Reads the focused element. The previous one had a visible focus if it looks different now. */
  async function stop(): Promise<Stop> {
    const { before, ...now } = await stepOf(page)
    if (last && before === last.looks) unseen.add(`${last.tag} ${last.name} of ${new URL(page.url()).pathname}`)
    last = now.tag === 'body' || now.tag === 'main' ? undefined : now
    return now
  }

  async function press(...keys: string[]): Promise<Stop> {
    for (const key of keys) await page.keyboard.press(key)
    return stop()
  }

  return {
    unseen,
    stop,
    press,
    type: (text: string) => page.keyboard.type(text),

    /** Presses a key until `matches` returns true. @returns every stop on the way */
    async until(matches: (stop: Stop) => boolean, key = 'Tab'): Promise<Stop[]> {
      const stops: Stop[] = []
      while (stops.length < stopsMax) {
        const at = await press(key)
        stops.push(at)
        if (matches(at)) return stops
      }
      const names = stops.slice(-12).map(({ tag, name }) => `${tag} ${name}`)
      throw new Error(`focus target not reached with ${key}; last stops: ${names.join(' | ')}`)
    },
  }
}

type Marked = Window & { stopBefore?: { at: Element; frame: Element | null; shapes: Element[] } }

const stepOf = (page: Page): Promise<Step> =>
  page.evaluate(async () => {
    const looksOf = (shapes: readonly Element[]) =>
      shapes
        .map(shape => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(shape)
          return outlineStyle === 'none' ? boxShadow : [outlineWidth, outlineColor, boxShadow].join(' ')
        })
        .join(' | ')
    // A frame with focus inside, for example on the password toggle, still shows it.
    const hasLeft = (before: NonNullable<Marked['stopBefore']>, now: Element) =>
      before.at.isConnected && before.at !== now && !before.frame?.contains(now)
    // Menus move the focus in the next frame; reading earlier would count one key twice.
    await new Promise(requestAnimationFrame)
    const fading = document.getAnimations().filter(each => each instanceof CSSTransition)
    await Promise.all(fading.map(each => each.finished.catch(() => undefined)))

    const marked = window as Marked
    const { stopBefore } = marked
    const at = document.activeElement ?? document.body
    const frame = at.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, .shell-palette-field')
    // A tree shows the focus on its active row.
    const row = document.getElementById(at.getAttribute('aria-activedescendant') ?? '')
    const shapes = [at, at.parentElement, at.nextElementSibling, frame, row].filter(shape => shape !== null)
    marked.stopBefore = { at, frame, shapes }
    const label = (at as HTMLInputElement).labels?.[0]?.textContent
    return {
      name: (at.getAttribute('aria-label') ?? label ?? at.textContent ?? '').trim().slice(0, 60),
      tag: at.localName,
      href: at.getAttribute('href') ?? '',
      inMain: at.closest('main') !== null,
      looks: looksOf(shapes),
      before: stopBefore && hasLeft(stopBefore, at) ? looksOf(stopBefore.shapes) : undefined,
    }
  })
