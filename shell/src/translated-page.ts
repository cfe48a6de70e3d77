/**
 * Lets React work on a page translated by the browser. Translation replaces text nodes by `<font>` elements: React's
 * next removal or insertion next to one would throw, and its next text would go to a detached node. Numbers are
 * excluded by `translate="no"`; this covers all other text.
 */
export function surviveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  /** The element displayed instead of a text node. */
  const translations = new WeakMap<Node, ChildNode>()
  const isTranslation = new WeakSet<Node>()
  const observer = new MutationObserver(read)
  observer.observe(document, { childList: true, subtree: true })

  function read(records: readonly MutationRecord[]) {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') restoreText(target)
      const font = [...addedNodes, previousSibling, nextSibling].find(isNewFont)
      for (const node of font ? removedNodes : []) {
        if (node.nodeType !== Node.TEXT_NODE || node.isConnected || !font) continue
        translations.set(node, font)
        isTranslation.add(font)
        observer.observe(node, { characterData: true })
      }
    }
  }
  const isNewFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT' && !isTranslation.has(node)

  /** A changed text node replaces its translation, which the browser then renews. */
  function restoreText(text: Node) {
    const font = translations.get(text)
    translations.delete(text)
    if (font?.parentNode && !text.isConnected) font.replaceWith(text)
  }

  function findShownNode(parent: Node, node: Node): Node | null {
    read(observer.takeRecords())
    let at: Node | null = translations.get(node) ?? node
    while (at && at.parentNode !== parent) at = at.parentNode
    return at
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    const displayedNode = findShownNode(this, child)
    if (displayedNode) removeChild.call(this, displayedNode)
    return displayedNode || translations.has(child) ? child : (removeChild.call(this, child) as T)
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T
    const displayedNode = findShownNode(this, before)
    return insertBefore.call(this, node, displayedNode ?? (translations.has(before) ? null : before)) as T
  }
}
