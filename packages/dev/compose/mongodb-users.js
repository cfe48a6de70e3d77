// Run by mongosh on an empty volume (docker-compose.yml). For each `SVC_<DOMAIN>_PASSWORD` creates a user `svc-<domain>`
// with the role `service` of the database `<domain>` only: it reads, writes, and changes validators and retention. With
// `BACKUPS_PASSWORD` creates a user `backups` that reads all of these and writes the databases `proof_<domain>`, in which
// backups are proven.
const databases = []
for (const [name, password] of Object.entries(process.env)) {
  const [, domain] = /^SVC_([A-Z]+)_PASSWORD$/.exec(name) ?? []
  if (!domain) continue
  const database = domain.toLowerCase()
  databases.push(database)
  const own = db.getSiblingDB(database)
  own.createRole({
    role: 'service',
    roles: [{ role: 'readWrite', db: database }],
    privileges: [{ resource: { db: database, collection: '' }, actions: ['collMod'] }],
  })
  own.createUser({ user: `svc-${database}`, pwd: password, roles: [{ role: 'service', db: database }] })
}
if (process.env.BACKUPS_PASSWORD) {
  db.getSiblingDB('admin').createUser({
    user: 'backups',
    pwd: process.env.BACKUPS_PASSWORD,
    roles: databases.flatMap(name => [
      { role: 'read', db: name },
      { role: 'readWrite', db: `proof_${name}` },
    ]),
  })
}
