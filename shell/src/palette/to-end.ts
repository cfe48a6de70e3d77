import type { FocusEvent } from 'react'

/** A field that takes over what was typed elsewhere is typed on into behind it. */
export function toEnd({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  const { length } = currentTarget.value
  currentTarget.setSelectionRange(length, length)
}
