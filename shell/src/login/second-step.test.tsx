import { exampleOf } from '@cascade/contracts'
import { authApi, secondStepApi, securityApi, securityTexts } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openShell } from '../testing/open-shell'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const used = '111111'

async function openSecondStep() {
  const backend = fakeBackend(
    on(authApi.login, { success: true, needs: 'second-factor', factors: ['totp', 'recovery'], challenge: 'c1' }),
    on(secondStepApi.secondFactor, ({ body }: RecordedCall) =>
      (body as { totp?: string }).totp === used
        ? rejection(400, 'VALIDATION', securityTexts.usedCode)
        : rejection(401, 'UNAUTHENTICATED', securityTexts.wrongCode),
    ),
  )
  const { user } = await openShell('/')
  await user.type(await screen.findByLabelText('Username'), 'admin1')
  await user.type(screen.getByLabelText('Password'), 'own-password')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  const enter = async (code: string) => {
    await user.clear(await screen.findByLabelText('Code'))
    await user.paste(code)
    // Six digits are sent by themselves.
    if (code.length !== 6) await user.click(screen.getByRole('button', { name: 'Continue' }))
  }
  return { enter, proofs: () => backend.callsOf(secondStepApi.secondFactor).map(({ body }) => body) }
}

describe('the second step', () => {
  it.each([
    ['a text of five digits', '12345', 'totp'],
    ['a code in digits of another script between invisible marks', '\u200e١٢٣ ٤٥٦\u200f', 'totp'],
    ['a recovery code', 'K7Q2M-9XB40', 'recovery'],
  ])('recognises %s and sends it under its kind', async (_name, code, kind) => {
    const { enter, proofs } = await openSecondStep()
    await enter(code)
    await waitFor(() => expect(proofs()[0]).toEqual({ challenge: 'c1', [kind]: code }))
  })

  it('explains each of the four causes of a wrong code', async () => {
    const { enter } = await openSecondStep()
    await enter(used)
    expect(await screen.findByText(securityTexts.usedCode)).toBeTruthy()
    await enter('222222')
    expect(await screen.findByText(securityTexts.wrongCode)).toBeTruthy()
    await enter('K7Q2M-9XB40')
    expect(await screen.findByText(/it was used: each works once/)).toBeTruthy()
    await enter('333333')
    expect(await screen.findByText(/Check the time of your phone/)).toBeTruthy()
  })

  it('explains a passkey that was removed, and reports it to the browser', async () => {
    const signalUnknownCredential = vi.fn(async () => undefined)
    vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { signalUnknownCredential }))
    const rawId = new ArrayBuffer(1)
    const response = { authenticatorData: rawId, clientDataJSON: rawId, signature: rawId }
    const credential = { id: 'a2V5', rawId, type: 'public-key', response, getClientExtensionResults: () => ({}) }
    vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get: async () => credential } as never)
    fakeBackend(
      on(securityApi.beginPasskeySignIn, exampleOf(securityApi.beginPasskeySignIn).response),
      on(secondStepApi.passkey, rejection(401, 'UNAUTHENTICATED', securityTexts.unknownPasskey)),
    )
    const { user } = await openShell('/')
    await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }))
    expect(await screen.findByText(securityTexts.unknownPasskey)).toBeTruthy()
    expect(signalUnknownCredential).toHaveBeenCalledWith({ rpId: location.hostname, credentialId: 'a2V5' })
  })
})
