#!/bin/sh
# One node: Patroni with its PostgreSQL. NODE is its name, under which the others reach it. The passwords of the three logins that
# only servers use are in the volume of the nodes, made by the first start.
set -eu
secret() { cat "/node-secrets/$1"; }
export PATRONI_NAME="$NODE"
export PATRONI_RESTAPI_LISTEN=0.0.0.0:8008 PATRONI_RESTAPI_CONNECT_ADDRESS="$NODE:8008"
export PATRONI_POSTGRESQL_LISTEN=0.0.0.0:5432 PATRONI_POSTGRESQL_CONNECT_ADDRESS="$NODE:5432"
export PATRONI_POSTGRESQL_DATA_DIR=/var/lib/postgresql/data PATRONI_POSTGRESQL_PGPASS=/tmp/pgpass
export PATRONI_ETCD_HOSTS=etcd1:2379,etcd2:2379,etcd3:2379
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_REPLICATION_USERNAME=replicator PATRONI_REWIND_USERNAME=rewinder
PATRONI_SUPERUSER_PASSWORD=$(secret superuser) PATRONI_REPLICATION_PASSWORD=$(secret replicator) PATRONI_REWIND_PASSWORD=$(secret rewinder)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_REWIND_PASSWORD
exec patroni /etc/patroni/patroni.yml
