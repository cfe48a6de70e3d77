import { createHash } from 'node:crypto'
import { type CollectionSpec, networkOf, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A browser, or a device and network, that an account has signed in from. */
type Device = { _id: string; accountId: string; lastSeenAt: Date }

const retentionSeconds = 90 * 86_400

export const deviceCollections: readonly CollectionSpec[] = [
  {
    name: 'devices',
    indexes: [{ key: { accountId: 1 } }, { key: { lastSeenAt: 1 }, options: { expireAfterSeconds: retentionSeconds } }],
  },
]

/** `mark`: cookie that identifies a browser on any network. */
export type Browser = { mark: string; isNew: boolean }
type SignIn = { device: string; ipAddress: string; browser?: Browser | undefined }

const devicesMax = 100

export function createDeviceStore(db: Db) {
  const rows: Collection<Device> = db.collection('devices')
  return {
    /** Records a sign-in. @returns whether the device is new and not the account's first one */
    async record(accountId: string, { device, ipAddress, browser }: SignIn, { at, tx }: { at: Date; tx: Tx }) {
      const idOf = (text: string) => `${accountId}|${createHash('sha256').update(text).digest('base64url')}`
      const stored = await rows.find({ accountId }, { session: tx }).limit(devicesMax).toArray()
      const marked = browser && idOf(browser.mark)
      const hasRow = (id: string) => stored.some(row => row._id === id)
      const deviceAndNetwork = idOf(`${device}|${networkOf(ipAddress)}`)
      const isNew = !hasRow(marked && !browser.isNew ? marked : deviceAndNetwork)
      const ids = stored.length < devicesMax ? [deviceAndNetwork, marked] : [deviceAndNetwork]
      for (const _id of ids) {
        const update = { $set: { accountId, lastSeenAt: at } }
        if (_id) await rows.updateOne({ _id }, update, { upsert: true, session: tx })
      }
      return isNew && stored.length > 0
    },
  }
}

const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
]
const systems: readonly [name: string, mark: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** Browser and system; for an unknown user agent, its first word. Ten names need no parser library. */
export function describeDevice(userAgent: string): string {
  const matches = [browsers, systems].map(list => list.find(([, mark]) => mark.test(userAgent))?.[0])
  const names = matches.filter(name => name !== undefined)
  return names.length > 0 ? names.join(' on ') : (userAgent.split(/[\s/]/)[0] ?? '') || '?'
}
