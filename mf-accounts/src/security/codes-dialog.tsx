import { Button, useToasts } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { securityTexts } from './texts'

type Props = { title: string; note: string; codes: readonly string[]; onClose: () => void }

/** The only time that the codes are shown. */
export function CodesDialog({ title, note, codes, onClose }: Props) {
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
      title={title}
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
      <p>{note}</p>
      <ol className="accounts-recovery-codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Modal>
  )
}
