-- Two run-time roles, neither of which owns anything: the engine writes, the reader reads what is one merchant's. They belong to
-- the whole server, and are made before the first migration.

grant usage on schema public to pasarela_engine, pasarela_reader;

-- Nothing is deleted and no row is changed but where it stands here.
grant select on all tables in schema public to pasarela_engine;
grant usage on all sequences in schema public to pasarela_engine;
grant execute on function blank_audit_texts to pasarela_engine;
revoke execute on function blank_audit_texts from public;
grant insert on transaction_history, transaction_metadata, transaction_words, refunds, provider_event_ids, card_guesses,
  operation_ids, merchant_documents, withdrawal_accounts, outside_withdrawals, payment_link_uses, ledger_transfers,
  audit_log, audit_seals, callback_events, callback_attempts, callback_alerts, bank_file_parts, bank_statements, bank_lines,
  bank_line_sightings, bank_manual_moves, bank_profiles, bank_receipts, payment_batch_templates, payment_batches,
  payment_batch_items to pasarela_engine;
grant insert, update on deployment_facts, gateway_clock, merchants, points, point_brands, api_keys, users, invitations,
  person_links, connector_accounts, routes, deposit_accounts, transactions, attempts, provider_notifications, incoming_money,
  certification_runs, certification_keys, proposals, payment_links, ledger_accounts, ledger_releases, ledger_sums,
  ledger_sums_upto, callback_endpoints, callback_deliveries, callback_health, bank_accounts, bank_channels, bank_files,
  bank_line_states, bank_day_moves, bank_days, line_rules, reference_counts to pasarela_engine;
grant insert, delete on bank_account_numbers, provider_drafts, callback_resends, inbox_messages,
  audit_pending, verify_runs to pasarela_engine;
grant insert, update, delete on gateway_nodes, request_nonces, recovery_codes, sessions, stranger_sign_ins, known_addresses,
  password_recoveries, point_terms, payout_limits, card_limits, card_uses, refund_accounts, prepared_charges,
  late_execution_checks, queue_assignments, alerts, mails to pasarela_engine;
grant insert on request_log to pasarela_engine;
grant update on bank_days_upto to pasarela_engine;
grant update (set_by, second, created_at, ended_at) on merchant_documents to pasarela_engine;
grant update (confirmed_by, confirmed_by_operator, confirmed_at, usable_from, ended_at) on withdrawal_accounts to pasarela_engine;
grant update (household) on payment_link_uses to pasarela_engine;
grant update (handed_over_at, handed_over_by, cancelled_at, content_box) on payment_batches to pasarela_engine;
grant update (released_at, beneficiary) on payment_batch_items to pasarela_engine;

-- Row-level security: the second wall behind the point id in every statement. What stands in neither list is the engine's alone,
-- as far as it has grants.
create function reading_merchant() returns uuid language sql stable as
$$ select nullif(current_setting('pasarela.merchant_id', true), '')::uuid $$;

do $$
declare
  of_points constant text[] := array['point_brands', 'point_terms', 'payout_limits', 'card_limits', 'request_log', 'transactions',
    'transaction_history', 'transaction_metadata', 'transaction_words', 'refunds', 'attempts', 'payment_links',
    'payment_link_uses', 'callback_endpoints', 'callback_events', 'callback_deliveries', 'callback_attempts', 'inbox_messages',
    'callback_health', 'callback_alerts', 'ledger_accounts', 'ledger_transfers', 'outside_withdrawals'];
  of_merchants constant text[] := array['points', 'merchant_documents', 'withdrawal_accounts', 'audit_log', 'alerts'];
  of_the_engine constant text[] := array['operation_ids', 'refund_accounts', 'prepared_charges',
    'card_uses', 'card_guesses', 'provider_drafts', 'certification_runs', 'certification_keys', 'bank_accounts',
    'bank_account_numbers', 'bank_channels', 'bank_profiles', 'bank_files', 'bank_file_parts', 'bank_statements', 'bank_lines',
    'bank_line_sightings', 'line_rules', 'bank_line_states', 'bank_days_upto', 'bank_day_moves',
    'bank_manual_moves', 'bank_days', 'payment_batch_templates', 'payment_batches', 'payment_batch_items'];
  each text;
begin
  foreach each in array array['merchants'] || of_points || of_merchants || of_the_engine loop
    execute format('alter table %I enable row level security', each);
    execute format('create policy engine on %I to pasarela_engine using (true) with check (true)', each);
  end loop;
  foreach each in array array['merchants'] || of_points || of_merchants loop
    execute format('grant select on %I to pasarela_reader', each);
    execute format('create policy reader on %I for select to pasarela_reader using (%s)', each, case
      when each = 'merchants' then 'id = reading_merchant()'
      when each = any (of_merchants) then 'merchant_id = reading_merchant()'
      else 'point_id in (select id from points where merchant_id = reading_merchant())' end);
  end loop;
end $$;
grant select on gateway_clock to pasarela_reader;
