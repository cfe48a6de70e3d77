import type { Ref } from 'react'

/**
 * What a form hands to an input of ours. `ref` must reach the element: the form marks and focuses only fields whose
 * element it knows.
 */
export type Controlled<Value, Element> = {
  id?: string
  ref?: Ref<Element>
  value?: Value
  onChange?: (value: Value) => void
}
