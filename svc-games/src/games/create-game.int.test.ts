import { type Game, imageBytesMax, imagePath } from '@cascade/contracts/games'
import { eventually, makeActor, type ServiceWorld, startServiceWorld } from '@cascade/service-kit/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImageStore } from '../images/image-store'
import { sweepImages } from '../images/store-images'
import { gamesService } from '../service'
import { makeNoise, makePicture } from '../testing/pictures'
import { createGameStore } from './game-store'

const root = makeActor({ username: 'root' })
let world: ServiceWorld
let timeId: string

beforeAll(async () => {
  world = await startServiceWorld(gamesService)
  const { body } = await world.call(root, 'GET /time/timelist')
  timeId = (body.data as { _id: string }[])[0]?._id ?? ''
})
afterAll(() => world?.stop())

type File = { name: string; bytes: Uint8Array<ArrayBuffer> }
function formOf(fields: Record<string, string>, files: readonly File[] = []) {
  const form = new FormData()
  const standard = {
    gameName: 'Mangoes',
    gameDescription: 'Three fruits',
    releaseDate: '2026-01-31',
    publisher: 'Cascade',
    nodigit: '3',
    gameStatus: 'active',
    label: 'no',
    timeId,
  }
  for (const [name, value] of Object.entries({ ...standard, ...fields })) form.set(name, value)
  for (const { name, bytes } of files) form.append('images', new Blob([bytes], { type: 'image/png' }), name)
  return form
}
const create = (fields: Record<string, string> = {}, files: readonly File[] = []) =>
  world.call(root, 'POST /game', formOf(fields, files))
const picture = async (name: string, width: number): Promise<File> => ({
  name,
  bytes: new Uint8Array(await makePicture('png', { width, height: 30 })),
})
const load = async (address: string, headers: Record<string, string> = {}) => {
  const { authorization } = await world.keys.headersFor('svc-games', makeActor({ role: 'player' }))
  return fetch(`${world.url}${address}`, { headers: { authorization, ...headers } })
}
const storedImages = () => world.db.collection('images.files').countDocuments()

describe('creating a game', () => {
  it('creates one game per idempotency key', async () => {
    const send = (fields = {}) => world.call(root, 'POST /game', formOf(fields), { 'idempotency-key': 'one-game' })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [first, again] = answers.map(({ body }) => (body.data as Game)._id)
    expect(again).toBe(first)
    expect((await send({ gameName: 'Plums' })).status).toBe(422)
  })
})

describe('creating a game without labels', () => {
  it('assigns a code of eight letters and answers the specified fields', async () => {
    const answer = await create()
    expect(answer).toMatchObject({ status: 201, body: { success: true, message: 'Game created successfully' } })
    const { _id, gameId, ...game } = answer.body.data as Game
    expect(gameId).toMatch(/^[A-Za-z]{8}$/)
    expect(game).toEqual({
      gameName: 'Mangoes',
      description: 'Three fruits',
      nodigit: 3,
      timeId: [{ _id: timeId, timecount: 60 }],
      status: 'active',
      publisher: 'Cascade',
      releaseDate: '2026-01-31',
      label: 'no',
      images: [],
      by: { username: 'root', role: 'superadmin' },
    })
    expect((await world.call(root, `GET /game/${_id}`)).headers.get('etag')).toBe('"1"')
    const event = await eventually(async () =>
      (await world.events('games.game.created.v1')).find(each => (each.data as Game).gameId === gameId),
    )
    expect(event).toMatchObject({ actor: { username: 'root' }, data: { gameName: 'Mangoes', timecount: 60 } })
  })

  it.each([
    [{ gameName: '' }, 'gameName', 'Game Name is required'],
    [{ gameDescription: '' }, 'gameDescription', 'Description is required'],
    [{ publisher: '' }, 'publisher', 'Publisher is required'],
    [{ releaseDate: 'soon' }, 'releaseDate', 'Release Date is required'],
    [{ nodigit: '0' }, 'nodigit', 'Must be at least 1'],
    [{ nodigit: '1001' }, 'nodigit', 'At most 1000'],
    [{ nodigit: 'ten' }, 'nodigit', 'Number of Digits is required'],
    [{ gameStatus: 'coming-soon' }, 'gameStatus', 'Status is required'],
    [{ label: 'maybe' }, 'label', 'Label is required'],
    [{ timeId: '' }, 'timeId', 'Time is required'],
    [{ timeId: 'never' }, 'timeId', 'There is no such time.'],
    [{ description: 'x' }, 'description', 'Unknown field'],
    [{ gameId: 'AAAAAAAA' }, 'gameId', 'Unknown field'],
  ])('rejects %j', async (fields, field, message) => {
    const { status, body } = await create(fields)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject({ [field]: message })
  })
})

describe('creating a game with labels', () => {
  it('stores one picture per digit in order and serves it as immutable content', async () => {
    const files = [await picture('one.png', 11), await picture('two.png', 22), await picture('three.png', 33)]
    const answer = await create({ label: 'yes' }, files)
    expect(answer.status).toBe(201)
    const { images } = answer.body.data as Game
    const widths: (number | undefined)[] = []
    for (const address of images) {
      const response = await load(address)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('etag')).toBe(`"${address.slice(imagePath('').length)}"`)
      widths.push((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width)
    }
    expect(widths).toEqual([11, 22, 33])
  })

  it('stores identical pictures once', async () => {
    const before = await storedImages()
    const same = await picture('same.png', 77)
    const { body } = await create({ label: 'yes', nodigit: '2' }, [same, same])
    const { images } = body.data as Game
    expect(images[0]).toBe(images[1])
    expect(await storedImages()).toBe(before + 1)
  })

  it('accepts a picture of almost 2 MB', async () => {
    const bytes = new Uint8Array(await makeNoise({ width: 830, height: 830 }))
    expect(bytes.length).toBeGreaterThan(imageBytesMax - 100_000)
    expect(bytes.length).toBeLessThan(imageBytesMax)
    expect((await create({ label: 'yes', nodigit: '1' }, [{ name: 'noise.png', bytes }])).status).toBe(201)
  })

  it('rejects a picture over 2 MB with 413', async () => {
    const bytes = new Uint8Array(await makeNoise({ width: 900, height: 900 }))
    const form = formOf({ label: 'yes', nodigit: '1' }, [{ name: 'noise.png', bytes }])
    // The service does not drain the body: the connection must not be reused.
    expect((await world.call(root, 'POST /game', form, { connection: 'close' })).status).toBe(413)
  })

  it('rejects the whole game and names each invalid picture', async () => {
    const before = [await storedImages(), (await world.call(root, 'GET /game')).body.total]
    const script: File = { name: 'photo.png', bytes: new Uint8Array(Buffer.from('<svg onload="alert(1)"/>')) }
    const half = await picture('half.png', 300)
    const files = [await picture('good.png', 12), script, { ...half, bytes: half.bytes.slice(0, 60) }]
    const { status, body } = await create({ label: 'yes' }, files)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: 'Picture 2: Only JPEG, PNG, WebP and GIF pictures are taken.',
      errors: {
        'images.1': 'Only JPEG, PNG, WebP and GIF pictures are taken.',
        'images.2': 'The picture is damaged or incomplete.',
      },
    })
    expect([await storedImages(), (await world.call(root, 'GET /game')).body.total]).toEqual(before)
  })

  it.each([
    [{ label: 'yes' }, 2, 'images', 'One picture per digit: 3 are needed'],
    [{ label: 'no' }, 3, 'images', 'A game without labels has no pictures'],
    [{ label: 'yes', nodigit: '65' }, 1, 'label', 'At most 64 digits have pictures'],
  ])('rejects %j with %i pictures', async (fields, count, field, message) => {
    const files = await Promise.all(Array.from({ length: count }, (_, index) => picture(`${index}.png`, 20 + index)))
    const { status, body } = await create(fields, files)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject({ [field]: message })
  })

  it('does not change the number of digits of a game with pictures', async () => {
    const { body } = await create({ label: 'yes', nodigit: '1' }, [await picture('a.png', 10)])
    const answer = await world.call(root, `PUT /game/${(body.data as Game)._id}`, { nodigit: 2 })
    expect(answer).toMatchObject({ status: 400, body: { errors: { nodigit: expect.stringContaining('pictures') } } })
  })
})

describe('a stored picture', () => {
  it('is not found under another hash or path', async () => {
    expect((await load(imagePath('0'.repeat(64)))).status).toBe(404)
    expect((await load(imagePath('../../etc/passwd'))).status).toBe(404)
  })

  it('is removed after the grace period if no game uses it and it is not uploaded again', async () => {
    const files = [await picture('kept.png', 101), await picture('dropped.png', 102), await picture('again.png', 103)]
    const { body } = await create({ label: 'yes' }, files)
    const [used, , again] = (body.data as Game).images as [string, string, string]
    await create({ label: 'yes', nodigit: '1' }, files.slice(0, 1))
    await world.call(root, `DELETE /game/${(body.data as Game)._id}`)

    const games = createGameStore(world.db)
    const images = createImageStore(world.db)
    const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000)
    const statuses = async () => [
      await statusOf(used),
      await statusOf((body.data as Game).images[1] ?? ''),
      await statusOf(again),
    ]
    await sweepImages({ games, images, now: later(30) })
    expect(await statuses()).toEqual([200, 200, 200])
    // Upload it again before it is removed.
    const { bytes } = await loaded(again)
    await images.store({ bytes, hash: again.slice(imagePath('').length) }, later(50)())
    await sweepImages({ games, images, now: later(90) })
    expect(await statuses()).toEqual([200, 404, 200])
    expect(await world.db.collection('images.chunks').countDocuments()).toBe(await storedImages())
  })
})

const statusOf = async (address: string) => (await load(address)).status
const loaded = async (address: string) => ({ bytes: Buffer.from(await (await load(address)).arrayBuffer()) })
