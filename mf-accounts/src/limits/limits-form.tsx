import type { Role } from '@cascade/contracts'
import { LimitsInput } from '@cascade/contracts/accounts'
import { useToasts } from '@cascade/ui-kit'
import { FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { ApiError } from '@cascade/web-kit'
import { useState } from 'react'
import { useChangeLimits } from './calls'
import { LimitFields } from './limit-fields'
import { limitsTexts } from './texts'

type Values = LimitsInput
type Props = {
  userId: string
  role: Role
  limits: Values
  etag: string | undefined
  /** Reads the limits again after a conflict. */
  reload: () => Promise<string | undefined>
  onClose: () => void
}

/** Edits limits in place. After a conflict, the typed values stay, and saving again overwrites the new limits. */
export function LimitsForm({ userId, role, limits, etag, reload, onClose }: Props) {
  const text = limitsTexts.useText()
  const toasts = useToasts()
  const changing = useChangeLimits(userId)
  // The version at the start of the edit: a refetch must not hide a conflict.
  const [base, setBase] = useState(etag)
  const [initialValues] = useState(limits)
  const submit = async (_: Values, body: Partial<Values>) => {
    if (Object.keys(body).length === 0) return
    try {
      await changing.mutateAsync({ body, etag: base })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') setBase(await reload())
      throw error
    }
    toasts.success(text('limitsSaved'))
  }
  return (
    <FormBody<Values>
      title={text('limits')}
      initialValues={initialValues}
      validate={values => toFieldErrors(LimitsInput, values)}
      submit={submit}
      onDone={onClose}
      onCancel={onClose}
      submitLabel={text('limitsSave')}
      failure={text('limitsFailed')}
    >
      <LimitFields role={role} />
    </FormBody>
  )
}
