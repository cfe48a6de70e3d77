import { toSearchKey } from '@cascade/contracts'
import { Select as AntSelect, type RefSelectProps, type SelectProps } from 'antd'
import type { RefAttributes } from 'react'

type Choice = NonNullable<SelectProps['options']>[number]

/** Height of ten options. antd's default hides the eighth without a hint. */
const listHeightPx = 10 * 36

/**
 * antd sets `autocomplete="new-password"`, for which browsers offer a password; only a custom input overrides it. It
 * has no placeholder, which would be visible over a value; antd renders another one.
 */
export const noAutocomplete = { input: <input autoComplete="off" placeholder="" /> }

/** Matches options by label, accent-insensitively. */
const byLabel = (typed: string, choice?: Choice) =>
  toSearchKey(String(choice?.label ?? '')).includes(toSearchKey(typed))

/** antd's Select with up to ten options visible. */
export function Select<Value = unknown, Option extends Choice = Choice>({
  showSearch,
  ...props
}: SelectProps<Value, Option> & RefAttributes<RefSelectProps>) {
  const search = showSearch && { filterOption: byLabel, ...(showSearch === true ? {} : showSearch) }
  return (
    <AntSelect<Value, Option> listHeight={listHeightPx} components={noAutocomplete} showSearch={search} {...props} />
  )
}
