#!/bin/sh
# Makes the user and the database of ClawAtlas and the user of the replica, once, as the
# user postgres on the primary. ATLAS_PASSWORD and REPLICATION_PASSWORD are theirs.
# Both may come from the primary's own network; other networks need lines of their own
# in pg_hba.conf.
set -eu
: "${ATLAS_PASSWORD:?}" "${REPLICATION_PASSWORD:?}"
psql -X -v ON_ERROR_STOP=1 -d postgres <<'SQL'
\getenv atlas ATLAS_PASSWORD
\getenv replication REPLICATION_PASSWORD
CREATE ROLE atlas LOGIN PASSWORD :'atlas';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication';
CREATE DATABASE atlas OWNER atlas;
SQL
cat >> "$(psql -X -A -t -d postgres -c 'SHOW hba_file')" <<'HBA'
host atlas atlas samenet scram-sha-256
host replication replicator samenet scram-sha-256
HBA
psql -X -q -d postgres -c 'SELECT pg_reload_conf()' >/dev/null
