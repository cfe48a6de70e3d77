import type { DrawerProps, ModalProps } from 'antd'
import { lazyOverlay } from './lazy-overlay'

export const Drawer = lazyOverlay<DrawerProps>(
  async () => (await import('./drawer')).Drawer,
  ({ onClose }) => onClose?.(new MouseEvent('click') as never),
)
export const Modal = lazyOverlay<ModalProps>(
  async () => (await import('./modal')).Modal,
  ({ onCancel }) => onCancel?.(new MouseEvent('click') as never),
)

/** Loads all overlays before their first use. */
export const preloadOverlays = () => Promise.all([Drawer.preload(), Modal.preload()])
