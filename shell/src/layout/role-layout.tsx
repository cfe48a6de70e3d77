import './layout.css'
import {
  Brand,
  BrandMark,
  Button,
  commonTexts,
  Drawer,
  lazyWithRetry,
  QuietBoundary,
  RemoteBoundary,
} from '@cascade/ui-kit'
import { useActor, useSession } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration } from 'react-router-dom'
import { menuOf } from '../menu/menu'
import { Palette } from '../palette/palette'
import type { RemoteLoader } from '../remotes/remote-loader'
import { remotesQuery } from '../remotes/remotes-query'
import { SessionWarning } from '../session/session-warning'
import { EnrolmentGuard, StepUp } from '../session/step-up'
import { shellTexts } from '../texts'
import { ClockNotice } from './clock-notice'
import { OfflineStrip } from './offline-strip'
import { PageFocus } from './page-focus'
import { PhoneNav } from './phone-nav'
import { SidebarMenu } from './sidebar-menu'
import { TopBar } from './top-bar'
import { useFolding } from './use-folding'
import { useSettled } from './use-settled'
import { ZoneClock } from './zone-clock'

const Strips = lazyWithRetry(async () => ({ default: (await import('../bell/strips')).Strips }))
const ViewBanner = lazyWithRetry(async () => ({ default: (await import('../session/view-banner')).ViewBanner }))
const IdleWarning = lazyWithRetry(async () => ({ default: (await import('../session/idle-warning')).IdleWarning }))

export function RoleLayout({ loader }: { loader: RemoteLoader }) {
  const text = shellTexts.useText()
  const actor = useActor()
  const { role } = actor
  const isSettled = useSettled()
  const { idleMinutes, viewer } = useSession()
  const folding = useFolding()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const content = useRef<HTMLElement>(null)
  const remotes = useQuery(remotesQuery(loader))
  const loadedRemotes = useDeferredValue(remotes.data)
  const groups = useMemo(() => menuOf(loadedRemotes ?? [], actor), [loadedRemotes, actor])
  const isDrawer = folding.shape === 'drawer'
  const folded = folding.shape === 'folded'

  const menu = (
    <nav aria-label={text('menu')} className="shell-nav">
      <SidebarMenu
        role={role}
        groups={groups}
        folded={folded}
        loader={loader}
        onNavigate={() => setDrawerOpen(false)}
      />
      {remotes.isError && !folded && (
        <div className="shell-nav-fault" role="alert">
          {text('menuFailed')}
          <Button size="small" ghost onClick={() => void remotes.refetch()}>
            {commonTexts.text('retry')}
          </Button>
        </div>
      )}
    </nav>
  )
  return (
    <div className="shell-layout" data-shape={folding.shape}>
      <a className="shell-skip" href="#content">
        {text('skip')}
      </a>
      {isDrawer ? (
        <Drawer
          open={drawerOpen}
          onClose={() => setDrawerOpen(false)}
          placement="left"
          size={272}
          closable={false}
          rootClassName="shell-drawer"
          title={<Brand size={26} tone="#ffffff" />}
        >
          {menu}
        </Drawer>
      ) : (
        <aside className="shell-sidebar">
          <Link className="shell-sidebar-brand" to={`/${role}/dashboard`} aria-label="Cascade">
            {folded ? <BrandMark size={28} /> : <Brand size={28} tone="#ffffff" />}
          </Link>
          {menu}
        </aside>
      )}
      <div className="shell-body">
        <TopBar folding={folding} onPreloadProfile={() => loader.preload('accounts')} />
        <OfflineStrip />
        <ClockNotice />
        <div role="status" aria-atomic="false">
          {viewer && (
            <QuietBoundary>
              <ViewBanner />
            </QuietBoundary>
          )}
          {isSettled && (
            <QuietBoundary>
              <Strips />
            </QuietBoundary>
          )}
        </div>
        <SessionWarning />
        <main ref={content} id="content" className="shell-content" tabIndex={-1}>
          <RemoteBoundary>
            <Outlet />
          </RemoteBoundary>
        </main>
        {!folding.choosable && <ZoneClock />}
      </div>
      {isDrawer && (
        <PhoneNav role={role} groups={groups} loader={loader} isMore={drawerOpen} onMore={() => setDrawerOpen(true)} />
      )}
      <StepUp />
      {idleMinutes !== undefined && (
        <QuietBoundary>
          <IdleWarning idleMinutes={idleMinutes} />
        </QuietBoundary>
      )}
      <EnrolmentGuard role={role} />
      <Palette loader={loader} />
      <PageFocus content={content} />
      <ScrollRestoration />
    </div>
  )
}
