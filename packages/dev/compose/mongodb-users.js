// Run by mongosh on an empty volume (docker-compose.yml). For each `SVC_<DOMAIN>_PASSWORD` creates a user `svc-<domain>`
// with read and write access to the database `<domain>` only. With `BACKUPS_PASSWORD` creates a user `backups` that reads
// all of these and writes the databases `proof_<domain>`, in which backups are proven.
const databases = []
for (const [name, password] of Object.entries(process.env)) {
  const [, domain] = /^SVC_([A-Z]+)_PASSWORD$/.exec(name) ?? []
  if (!domain) continue
  const database = domain.toLowerCase()
  databases.push(database)
  db.getSiblingDB(database).createUser({
    user: `svc-${database}`,
    pwd: password,
    roles: [{ role: 'readWrite', db: database }],
  })
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
