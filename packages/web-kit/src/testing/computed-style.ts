const inherited = new Set(['visibility', 'pointer-events', 'pointerEvents', 'direction', 'cursor'])
const displays = new Map<string, string>()

/**
 * `getComputedStyle` for documents without style sheets: inline style, the inherited properties that testing-library
 * reads, and the default `display` of the tag. The one of happy-dom took half of the time of page tests.
 */
export function installComputedStyle(): void {
  const original = window.getComputedStyle.bind(window)

  function defaultDisplay(element: Element): string {
    const { tagName } = element
    // A closed dialog is not displayed.
    const isOpen = element.hasAttribute('open')
    const key = isOpen ? `${tagName} open` : tagName
    const cached = displays.get(key)
    if (cached !== undefined) return cached
    const sample = document.body.appendChild(document.createElement(tagName))
    sample.toggleAttribute('open', isOpen)
    const { display } = original(sample)
    sample.remove()
    displays.set(key, display)
    return display
  }

  function propertyOf(element: Element, name: string): string {
    for (let each: Element | null = element; each; each = inherited.has(name) ? each.parentElement : null) {
      const value = each.hasAttribute('style') ? Reflect.get((each as HTMLElement).style, name) : ''
      if (typeof value === 'string' && value !== '') return value
    }
    if (name === 'display') return element.isConnected ? defaultDisplay(element) : ''
    return name === 'visibility' ? 'visible' : ''
  }

  window.getComputedStyle = (element, pseudo) =>
    new Proxy((element as HTMLElement).style, {
      get(style, name) {
        if (typeof name !== 'string') return Reflect.get(style, name)
        if (name === 'getPropertyValue') return (property: string) => (pseudo ? '' : propertyOf(element, property))
        const value = Reflect.get(style, name)
        return typeof value === 'function' ? value.bind(style) : pseudo ? '' : propertyOf(element, name)
      },
    })
}
