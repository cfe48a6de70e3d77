// Run by mongosh on an empty volume, as docker-compose.yml mounts it: for each `SVC_<DOMAIN>_PASSWORD` a user
// `svc-<domain>` who may read and write the database `<domain>`, and nothing else. With `BACKUPS_PASSWORD` a user `backups`
// who may read all of these, and restore into databases of nobody to prove what was saved.
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
