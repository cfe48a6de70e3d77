import { Button, useToasts } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { securityTexts } from './texts'

/** The only time that the codes are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = securityTexts.useText()
  const toasts = useToasts()
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    toasts.success(text('copied'))
  }
  return (
    <Modal
      open
      centered
      width={420}
      title={text('recoveryCodes')}
      closable={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={() => void copy()}>{text('copy')}</Button>
          <Button onClick={() => window.print()}>{text('print')}</Button>
          <Button type="primary" onClick={onClose}>
            {text('done')}
          </Button>
        </>
      }
    >
      <p>{text('recoveryNote')}</p>
      <ol className="accounts-recovery-codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Modal>
  )
}
