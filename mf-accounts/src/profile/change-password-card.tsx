import '../shared/shared.css'
import './profile.css'
import { authTexts, sessionApi } from '@cascade/contracts/accounts'
import { Button, Card, commonTexts, UsernameField, useNotice } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Field, FieldGrid, Form, SubmitButton, useLeaveGuard } from '@cascade/ui-kit/forms'
import { call, messageOf, useActor } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useRefreshAccounts } from '../shared/calls'
import { texts } from '../texts'

export function ChangePasswordCard() {
  const text = texts.useText()
  const common = commonTexts.useText()
  const notice = useNotice()
  const [form] = Form.useForm<Passwords>()
  const { username } = useActor()
  const changing = useChangePassword()
  useLeaveGuard(useCallback(() => Object.values(form.getFieldsValue()).some(Boolean), [form]))

  const submit = async ({ opass = '', npass = '', cpass = '' }: Partial<Passwords>) => {
    const error = validatePasswords({ opass, npass, cpass })
    if (error) return notice.show('error', error)
    try {
      const { message } = await changing.mutateAsync({ opass, npass, cpass })
      form.resetFields()
      notice.show('success', message ?? authTexts.passwordChanged)
    } catch (error) {
      notice.show('error', messageOf(error, authTexts.passwordFailed))
    }
  }
  const busy = changing.isPending
  return (
    <Card title={text('changePassword')}>
      {notice.element}
      <Form<Passwords>
        form={form}
        layout="vertical"
        aria-label={text('changePassword')}
        onFinish={values => void submit(values)}
      >
        <UsernameField username={username} />
        <FieldGrid>
          <Field name="opass" label={text('oldPassword')} required>
            <Input.Password autoComplete="current-password" maxLength={256} />
          </Field>
          <Field name="npass" label={text('newPassword')} required>
            <Input.Password autoComplete="new-password" maxLength={256} />
          </Field>
          <Field name="cpass" label={text('confirmPassword')} required>
            <Input.Password autoComplete="new-password" maxLength={256} />
          </Field>
        </FieldGrid>
        <div className="accounts-buttons">
          <SubmitButton busy={busy}>{text(busy ? 'changing' : 'changePassword')}</SubmitButton>
          <Button onClick={() => form.resetFields()} disabled={busy}>
            {common('cancel')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Client-side validation; the server checks the length. */
function validatePasswords({ opass, npass, cpass }: Passwords): string | undefined {
  if (!opass || !npass || !cpass) return authTexts.fillAll
  return npass === cpass ? undefined : authTexts.mismatch
}

type Passwords = { opass: string; npass: string; cpass: string }

/** Changes the user's own password; the server ends all their other sessions. */
function useChangePassword() {
  const { _id: userId } = useActor()
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (passwords: Passwords) => call(sessionApi.changePassword, { body: { userId, ...passwords } }),
    onSuccess: refresh,
  })
}
