-- A channel is a folder, or a token with which the bank's client sends files over HTTP.

alter table bank_channels
  alter column folder drop not null,
  -- SHA-256 of a token that cannot be guessed. It opens one way in, and nothing else.
  add column token_hash bytea check (length(token_hash) = 32),
  -- CIDR. Null: every network.
  add column networks text[] check (cardinality(networks) between 1 and 50),
  -- Ed25519. With it files that are signed apply by themselves; without it each waits for one person.
  add column signing_key bytea check (length(signing_key) = 32),
  add constraint bank_channels_kind check ((folder is null) = (token_hash is not null)) not valid,
  add constraint bank_channels_token check (token_hash is not null or (networks is null and signing_key is null)) not valid;

-- By which token the file came. Null: a person or a folder brought it.
alter table bank_files add column channel_id uuid;
