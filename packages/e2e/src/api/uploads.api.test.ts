import { type Game, gameImagesMax, gamesApi, timeApi } from '@cascade/contracts/games'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { colourOf, makeNoise, makePicture, type PictureFile } from '../support/browser/pictures'
import { api, newSuperadmin, url } from '../support/suite'
import { type Branch, createBranch } from '../support/world'

let superadmin: Session
let timeId: string
let branch: Branch

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  timeId = (await api.call(timeApi.list, superadmin)).data[0]?._id ?? ''
})

async function create(nodigit: number, files: readonly PictureFile[]) {
  const form = new FormData()
  const fields = { gameName: 'Uploads', gameDescription: 'By call', releaseDate: '2026-01-31', publisher: 'Cascade' }
  const rest = { nodigit: String(nodigit), gameStatus: 'inactive', label: 'yes', timeId }
  for (const [name, value] of Object.entries({ ...fields, ...rest })) form.set(name, value)
  for (const { name, mimeType, buffer } of files) {
    form.append('images', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  }
  const headers = { authorization: `Bearer ${superadmin.token}` }
  const response = await fetch(`${url}/api/game`, { method: 'POST', headers, body: form })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const load = (address: string, token?: string) =>
  fetch(`${url}${address}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })

describe('game picture uploads through the gateway', () => {
  it('keep their order and are served to signed-in users only, with an immutable cache header', async () => {
    const files = [await makePicture('red.png', '#ff0000'), await makePicture('blue.png', '#0000ff')]
    const { status, body } = await create(2, files)
    expect(status).toBe(201)
    const { images, _id } = body.data as Game
    const player = await api.login(branch.player.username)
    const colours: number[][] = []
    for (const address of images) {
      expect((await load(address)).status).toBe(401)
      const response = await load(address, player.token)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      colours.push(await colourOf(Buffer.from(await response.arrayBuffer())))
    }
    expect(colours[0]?.[0]).toBeGreaterThan(240)
    expect(colours[1]?.[2]).toBeGreaterThan(240)
    await api.call(gamesApi.remove, superadmin, { params: { id: _id } })
  })

  it('accept several pictures of the maximum size at once', async () => {
    const large = await makeNoise('large.png', 830)
    expect(large.buffer.length).toBeGreaterThan(1_990_000)
    const { status, body } = await create(8, Array(8).fill(large))
    expect(status).toBe(201)
    await api.call(gamesApi.remove, superadmin, { params: { id: (body.data as Game)._id } })
  })

  it('reject pictures that are too large or too many', async () => {
    // Just above the limit: half a second after the response the connection is closed, even on a sending client.
    expect((await create(1, [await makeNoise('huge.png', 840)])).status).toBe(413)
    const small = await makePicture('small.png', '#123456')
    expect((await create(gameImagesMax, Array(gameImagesMax + 1).fill(small))).status).toBe(413)
  })
})
