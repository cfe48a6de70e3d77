import { MongoClient } from 'mongodb'
import { afterAll, expect } from 'vitest'
import { knownShapes } from './known-commands'
import { shapesOf } from './shapes'

// Runs before each file of the integration tests: what services send to MongoDB is known, or its first file fails.
declare global {
  /** Shapes that nobody has looked up; one set for all files of a worker. */
  var unknownShapes: Set<string> | undefined
}

if (!globalThis.unknownShapes) {
  const unknown = new Set<string>()
  globalThis.unknownShapes = unknown
  const { connect } = MongoClient.prototype
  const watched = new WeakSet<MongoClient>()
  MongoClient.prototype.connect = function () {
    if (!watched.has(this)) {
      watched.add(this)
      // An option of the constructor, which the driver reads when it connects.
      Object.assign(this, { monitorCommands: true })
      this.on('commandStarted', event => {
        for (const shape of shapesOf(event)) if (!knownShapes.has(shape)) unknown.add(shape)
      })
    }
    return connect.call(this)
  }
}

afterAll(() => {
  const found = [...(globalThis.unknownShapes ?? [])]
  globalThis.unknownShapes?.clear()
  expect(found, 'Look up what MongoDB says of these, and enter them in known-commands.ts').toEqual([])
})
