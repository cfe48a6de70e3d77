import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { commonTexts } from '../i18n/texts'
import { Modal } from '../overlays/overlays'

export type ConfirmRequest = {
  /** Names the effect, e.g. 'Delete Confirmation'. */
  title: string
  /** Names the object, e.g. 'Are you sure you want to delete {username}?'. */
  text: ReactNode
  /** Marks the confirm button and focuses Cancel. */
  destructive?: boolean
  confirmLabel?: string
  cancelLabel?: string
}

type Confirm = (request: ConfirmRequest) => Promise<boolean>
type Open = ConfirmRequest & { answer: (confirmed: boolean) => void }

const ConfirmContext = createContext<Confirm | undefined>(undefined)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const text = commonTexts.useText()
  const [open, setOpen] = useState(false)
  const [request, setRequest] = useState<Open>()
  const trigger = useRef<Element | null>(null)
  /** The user pressed a key in the dialog: leave the focus alone. */
  const hasMovedFocus = useRef(false)

  const ask = useCallback<Confirm>(confirmRequest => {
    trigger.current = document.activeElement
    // A key pressed before the dialog has the focus must not reach the element below.
    if (trigger.current instanceof HTMLElement) trigger.current.blur()
    hasMovedFocus.current = false
    return new Promise(resolve => {
      setRequest({ ...confirmRequest, answer: resolve })
      setOpen(true)
    })
  }, [])

  const close = (confirmed: boolean) => {
    request?.answer(confirmed)
    setOpen(false)
  }
  useEffect(() => {
    if (!open) focusTrigger(trigger.current)
  }, [open])

  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal
        className="kit-confirm"
        open={open}
        // A dialog that closes at the same time, e.g. the palette, may have taken the focus.
        afterOpenChange={isOpen => {
          if (isOpen && !hasMovedFocus.current) findButton(request?.destructive === true)?.focus()
          // A dialog that is closed while it opens holds the focus until it is hidden.
          if (!isOpen && hasNoFocusOutside()) focusTrigger(trigger.current)
        }}
        wrapProps={{
          onKeyDown: () => {
            hasMovedFocus.current = true
          },
        }}
        title={request?.title}
        width={420}
        centered
        mask={{ closable: false }}
        closable={false}
        focusable={{ focusTriggerAfterClose: false }}
        onCancel={() => close(false)}
        onOk={() => close(true)}
        okText={request?.confirmLabel ?? text('confirm')}
        cancelText={request?.cancelLabel ?? text('cancel')}
        okButtonProps={{ danger: request?.destructive, autoFocus: !request?.destructive }}
        cancelButtonProps={{ autoFocus: request?.destructive }}
      >
        {request?.text}
      </Modal>
    </ConfirmContext>
  )
}

/** The trigger may be gone with its row. */
function focusTrigger(trigger: Element | null) {
  if (trigger instanceof HTMLElement && trigger.isConnected) trigger.focus()
}

const hasNoFocusOutside = () =>
  document.activeElement === document.body || document.activeElement?.closest('.kit-confirm') != null

/** Cancel is the first button. */
const findButton = (isCancel: boolean) =>
  document.querySelector<HTMLElement>(`.kit-confirm .ant-modal-footer button:nth-of-type(${isCancel ? 1 : 2})`)

/**
 * Opens the confirm dialog and resolves to whether the user confirmed. Esc and Cancel resolve to false.
 * @example
 * const confirm = useConfirm()
 * if (await confirm({ title: 'Delete the time?', confirmLabel: 'Delete' })) remove()
 */
export function useConfirm(): Confirm {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('useConfirm needs UiProvider')
  return ask
}
