-- Payment files: their maker does not approve them, and the engine changes only what a step changes.

-- One person approved a file that they may have made: for test money, or by break-glass.
alter table payment_batches add column approved_alone boolean not null default false;
update payment_batches set approved_alone = true where approved_by = made_by;
alter table payment_batches add constraint payment_batches_two_people
  check (approved_by is null or approved_alone or approved_by <> made_by) not valid;

-- What a file orders is written once. A step changes its state, and who took it.
revoke update on payment_batches, payment_batch_items, bank_csv_profiles from pasarela_engine;
grant update (state, approved_by, approved_at, approved_alone, handed_over_by, handed_over_at, cancelled_by, cancelled_at)
  on payment_batches to pasarela_engine;
grant update (state, bank_ref, code, text) on payment_batch_items to pasarela_engine;
grant update (state, tried_at, tried_lines, approved_by, approved_at) on bank_csv_profiles to pasarela_engine;
-- A profile by which files were read is kept. Only drafts are deleted.
create policy drafts_only on bank_csv_profiles as restrictive for delete to pasarela_engine using (state = 'draft');
