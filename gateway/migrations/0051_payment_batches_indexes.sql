-- pasarela: outside a transaction
alter table bank_accounts validate constraint bank_account_payout_settings;
alter table bank_line_states validate constraint bank_line_states_batch;
