import { securityTexts } from '@cascade/contracts/accounts'
import { isAppCode } from '@cascade/web-kit/second-factor'
import { useRef } from 'react'
import type { LoginText } from './login-texts'

/** Explains the rejection of a code: after two wrong ones of an app, its phone may have another time. */
export function useCodeFault(text: LoginText) {
  const wrongCodes = useRef(0)
  return (message: string | undefined, code: string | undefined) => {
    if (message !== securityTexts.wrongCode || code === undefined) return message
    if (!isAppCode(code)) return text('wrongRecovery')
    wrongCodes.current++
    return wrongCodes.current < 2 ? message : `${message} ${text('checkTime')}`
  }
}
