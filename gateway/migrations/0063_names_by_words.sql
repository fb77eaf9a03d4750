-- pasarela: outside a transaction
-- Names are found by their words. `party_name_key` is unused from here on; a later release drops it.
drop index concurrently if exists transactions_name;
