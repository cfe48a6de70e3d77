import { randomBytes } from 'node:crypto'
import { makeKeys } from '../suite/keys'

/** Prints an `.env` for docker-compose.yml: a fresh key for each process and the first superadmin's password. */
const { privateJwks, jwks } = await makeKeys()
const variables = {
  ...Object.fromEntries(
    Object.entries(privateJwks).map(([room, jwk]) => [`${room.replace('-', '_').toUpperCase()}_PRIVATE_JWK`, jwk]),
  ),
  CASCADE_JWKS: jwks,
}
for (const [name, value] of Object.entries(variables)) console.log(`${name}='${JSON.stringify(value)}'`)
console.log(`SUPERADMIN_PASSWORD='${randomBytes(15).toString('base64url')}'`)
