import { ApiError } from '@cascade/web-kit'
import type { ComponentType, ReactNode } from 'react'
import * as kit from '../index'

const { Alert, Amount, Avatar, Brand, BrandMark, Button, Card, Drawer, Dropdown, EmptyState, ErrorState, Flex, Menu } =
  kit
const { Moment, NotAllowedState, NotFoundState, PageHeader, PageSpinner, RemoteBoundary, Skeleton, Spin, StateSwitch } =
  kit
const { AddIcon, DeleteIcon, EditIcon, PlayerIcon, StatusBadge, TimeIcon, Tooltip, useConfirm } = kit

/** The states of a component by what they are called. */
export type States = Readonly<Record<string, ComponentType>>

/** What lies over the page lies over this box. */
export const Stage = ({ children }: { children: ReactNode }) => <div className="gallery-stage">{children}</div>
export const inside = (trigger: HTMLElement) => trigger.closest<HTMLElement>('.gallery-stage') ?? document.body

const failure = new ApiError({ status: 500, code: 'INTERNAL', message: 'Something went wrong', requestId: '7f3a' })
const missing = new ApiError({ status: 404, code: 'NOT_FOUND', message: 'No game found with the provided ID.' })
const nothing = { data: undefined, error: undefined, refetch: () => undefined }
const items = [
  { key: 'times', label: 'Time Master', icon: <TimeIcon /> },
  { key: 'players', label: 'Player', icon: <PlayerIcon /> },
]
const icons = Object.entries(kit).filter(([name]) => name.endsWith('Icon') || name === 'MenuIconButton')

function Broken(): ReactNode {
  throw failure
}

function Question() {
  const ask = useConfirm()
  return (
    <Button onClick={() => void ask({ title: 'Delete Time', text: '60 seconds', destructive: true })}>
      Asks before it deletes
    </Button>
  )
}

/** What login, menu and error pages need. */
export const firstEntries: Readonly<Record<string, States>> = {
  Alert: {
    success: () => <Alert type="success" title="Time created successfully." showIcon />,
    warning: () => <Alert type="warning" title="Betting is stopped." showIcon />,
    error: () => <Alert type="error" title="This time already exists." showIcon />,
  },
  Amount: {
    'positive, none, negative': () => (
      <Flex gap={24}>
        <Amount value={1234.5} />
        <Amount value={0} />
        <Amount value={-20} />
      </Flex>
    ),
  },
  Avatar: { letter: () => <Avatar>A</Avatar> },
  Brand: { plain: () => <Brand /> },
  BrandMark: { small: () => <BrandMark />, large: () => <BrandMark size={96} /> },
  Button: {
    kinds: () => (
      <Flex gap={12} wrap>
        <Button type="primary" icon={<AddIcon />}>
          Add Time
        </Button>
        <Button icon={<EditIcon />}>Edit</Button>
        <Button danger icon={<DeleteIcon />}>
          Delete
        </Button>
        <Button type="text">Text</Button>
        <Button type="link">Link</Button>
      </Flex>
    ),
    'disabled, busy': () => (
      <Flex gap={12}>
        <Button type="primary" disabled>
          Submit
        </Button>
        <Button type="primary" loading>
          Submit
        </Button>
      </Flex>
    ),
    'asks first': Question,
  },
  Card: {
    plain: () => <Card>One thing on a surface</Card>,
    'with a title': () => (
      <Card title="Balance" extra={<StatusBadge tone="success">Conserved</StatusBadge>}>
        <Amount value={250_000} />
      </Card>
    ),
  },
  Drawer: {
    open: () => (
      <Stage>
        <Drawer open title="Transfer" getContainer={false} size={280}>
          Beside the list
        </Drawer>
      </Stage>
    ),
  },
  Dropdown: {
    open: () => (
      <Stage>
        <Dropdown open menu={{ items }} autoAdjustOverflow={false} getPopupContainer={inside}>
          <Button>Menu</Button>
        </Dropdown>
      </Stage>
    ),
  },
  EmptyState: {
    plain: () => <EmptyState />,
    'with a step': () => (
      <EmptyState title="No games available" note="Add the first one." action={<Button>Add Game</Button>} />
    ),
  },
  ErrorState: { 'with its id': () => <ErrorState error={failure} onRetry={() => undefined} /> },
  Flex: {
    row: () => (
      <Flex gap={12}>
        <StatusBadge>one</StatusBadge>
        <StatusBadge>two</StatusBadge>
      </Flex>
    ),
  },
  Icons: {
    all: () => (
      <div className="gallery-icons">
        {icons.map(([name, Icon]) => {
          const Drawn = Icon as typeof AddIcon
          return (
            <span key={name}>
              <Drawn /> {name.replace(/Icon(Button)?$/, '')}
            </span>
          )
        })}
      </div>
    ),
  },
  Menu: {
    'as the sidebar': () => (
      <div className="gallery-sidebar">
        <Menu mode="inline" items={items} selectedKeys={['players']} />
      </div>
    ),
  },
  Moment: { 'on the clock of the business zone': () => <Moment at="2026-03-01T10:00:00.000Z" /> },
  NotAllowedState: { plain: () => <NotAllowedState /> },
  NotFoundState: { 'with a way back': () => <NotFoundState action={<Button>Back</Button>} /> },
  PageHeader: {
    plain: () => <PageHeader title="Time Master" />,
    'with all': () => (
      <PageHeader
        title="Player"
        note="Three of them are online."
        onBack={() => undefined}
        actions={<Button type="primary">Add Player</Button>}
      />
    ),
  },
  PageSpinner: { plain: () => <PageSpinner /> },
  RemoteBoundary: {
    failed: () => (
      <RemoteBoundary>
        <Broken />
      </RemoteBoundary>
    ),
  },
  Skeleton: { plain: () => <Skeleton paragraph={{ rows: 2 }} /> },
  Spin: { small: () => <Spin size="small" /> },
  StateSwitch: {
    loading: () => <StateSwitch query={nothing}>{() => null}</StateSwitch>,
    failed: () => <StateSwitch query={{ ...nothing, error: missing }}>{() => null}</StateSwitch>,
    data: () => <StateSwitch query={{ ...nothing, data: 'Its data' }}>{text => text}</StateSwitch>,
  },
  StatusBadge: {
    tones: () => (
      <Flex gap={12} wrap>
        {(['success', 'warning', 'danger', 'accent', 'neutral'] as const).map(tone => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
      </Flex>
    ),
  },
  Tooltip: {
    open: () => (
      <Stage>
        <Tooltip open title="Seconds" placement="bottom" autoAdjustOverflow={false} getPopupContainer={inside}>
          <Button>Time</Button>
        </Tooltip>
      </Stage>
    ),
  },
}
