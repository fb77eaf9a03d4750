#!/bin/sh
# Patroni runs this once, on the first primary, with a connection of the superuser: the gateway's login and its database.
set -eu
psql --dbname="$1" --quiet --set=ON_ERROR_STOP=1 --set=password="$(cat "${DATABASE_PASSWORD_FILE:-/secrets/database-password}")" <<'SQL'
create role pasarela login createrole password :'password';
create database pasarela owner pasarela;
SQL
