import { toSearchKey } from '@cascade/contracts'
import { Select as AntSelect, type RefSelectProps, type SelectProps } from 'antd'
import type { RefAttributes } from 'react'

type Choice = NonNullable<SelectProps['options']>[number]

/** Ten choices as high as a field. antd's own list hides the eighth without a hint. */
const listHeightPx = 10 * 36

/** antd says `new-password`, and a browser offers to make one; it passes no other hint on but that of an own input. */
export const noAutocomplete = { input: <input autoComplete="off" /> }

/** Choices whose label contains what was typed, in any spelling. */
const byLabel = (typed: string, choice?: Choice) =>
  toSearchKey(String(choice?.label ?? '')).includes(toSearchKey(typed))

/** antd's, all of whose choices are in view where they are ten or fewer. */
export function Select<Value = unknown, Option extends Choice = Choice>({
  showSearch,
  ...props
}: SelectProps<Value, Option> & RefAttributes<RefSelectProps>) {
  const search = showSearch && { filterOption: byLabel, ...(showSearch === true ? {} : showSearch) }
  return (
    <AntSelect<Value, Option> listHeight={listHeightPx} components={noAutocomplete} showSearch={search} {...props} />
  )
}
