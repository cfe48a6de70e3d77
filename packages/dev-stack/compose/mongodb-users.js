// Run by mongosh on an empty volume, as docker-compose.yml mounts it: for each `SVC_<DOMAIN>_PASSWORD` a user
// `svc-<domain>` who may read and write the database `<domain>`, and nothing else.
for (const [name, password] of Object.entries(process.env)) {
  const [, domain] = /^SVC_([A-Z]+)_PASSWORD$/.exec(name) ?? []
  if (!domain) continue
  const database = domain.toLowerCase()
  db.getSiblingDB(database).createUser({
    user: `svc-${database}`,
    pwd: password,
    roles: [{ role: 'readWrite', db: database }],
  })
}
