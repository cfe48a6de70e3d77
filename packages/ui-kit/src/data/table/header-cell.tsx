import type { ComponentProps, ReactNode } from 'react'

type Props = ComponentProps<'th'> & { before?: ReactNode }

/**
 * A heading with something before its title. In the title itself it would stand twice: antd measures columns in a
 * hidden row that repeats the titles, and nothing there may take the focus.
 */
export function HeaderCell({ before: first, children, ...cell }: Props) {
  return (
    <th {...cell}>
      {first}
      {children}
    </th>
  )
}

/** What a column's `onHeaderCell` answers; antd's type knows only the attributes of a `th`. */
export const before = (first: ReactNode): ComponentProps<'th'> => ({ before: first }) as ComponentProps<'th'>
