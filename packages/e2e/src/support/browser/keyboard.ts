import type { Page } from 'playwright'

/** More stops than any screen has; only a trap needs so many. */
const mostStops = 200

/** What has the focus. `looks`: its outline, shadow and border, and those of the frame or mark that shows it. */
export type Stop = { name: string; tag: string; href: string; inMain: boolean; looks: string }
/** A stop, and how the one before it looks now that it has lost the focus; nothing when it is gone. */
type Step = Stop & { before: string | undefined }

/** The keyboard of a person who has no pointer, and everything on whose way the focus could not be seen. */
export type Keyboard = ReturnType<typeof keyboardOf>

export function keyboardOf(page: Page) {
  const unseen = new Set<string>()
  let last: Stop | undefined

  /** Takes note of what has the focus, and of the stop before: it was seen if it looks differently without the focus. */
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

    /** Presses a key until the focus stands where it should; answers every stop on the way. */
    async until(isThere: (stop: Stop) => boolean, key = 'Tab'): Promise<Stop[]> {
      const stops: Stop[] = []
      while (stops.length < mostStops) {
        const at = await press(key)
        stops.push(at)
        if (isThere(at)) return stops
      }
      const names = stops.slice(-12).map(({ tag, name }) => `${tag} ${name}`)
      throw new Error(`Not reached by ${key}. The last stops: ${names.join(' | ')}`)
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
    // A frame that still has the focus somewhere inside, e.g. at the eye of a password, shows it all the same.
    const hasLeft = (before: NonNullable<Marked['stopBefore']>, now: Element) =>
      before.at.isConnected && before.at !== now && !before.frame?.contains(now)
    // A menu moves the focus with the next picture: read before it, one key would count for two.
    await new Promise(requestAnimationFrame)
    // What fades in or out has done so before it is looked at.
    const fading = document.getAnimations().filter(each => each instanceof CSSTransition)
    await Promise.all(fading.map(each => each.finished.catch(() => undefined)))

    const marked = window as Marked
    const { stopBefore } = marked
    const at = document.activeElement ?? document.body
    const frame = at.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, .shell-palette-field')
    // A tree shows the focus at the row that is the present one.
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
