-- pasarela: outside a transaction
-- What the migration before left unvalidated, so that it held no table for long.
alter table bank_channels validate constraint bank_channels_kind;
alter table bank_channels validate constraint bank_channels_token;
