-- Transactions by the words of their people's names: any word, in any order, without accents and case.

-- Words are rows, because row-level security lets only plain comparisons of columns reach an index (see 0016): equality and
-- the beginning of a word by a B-tree. They are written with the name, and removed with it.
create table transaction_words (
  -- No foreign key: transactions are never deleted, and each payment has several words.
  transaction_id uuid not null,
  point_id uuid not null,
  created_week int not null,
  word text collate "C" not null check (length(word) between 2 and 32),
  -- Of the transaction: words lie in the order of lists.
  created_at timestamptz not null,
  primary key (transaction_id, word)
);
create index transaction_words_by_word on transaction_words (point_id, created_week, word, created_at desc, transaction_id desc);
grant select, insert on transaction_words to pasarela_engine;
grant select on transaction_words to pasarela_reader;
alter table transaction_words enable row level security;
create policy engine on transaction_words to pasarela_engine using (true) with check (true);
create policy reader on transaction_words for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

-- How far the words of older transactions are written, and until when a version that writes none may serve beside this one.
-- No row: all are written.
create table transaction_words_upto (
  is_only boolean primary key default true check (is_only),
  transaction_id uuid not null,
  until timestamptz not null
);
insert into transaction_words_upto (transaction_id, until)
  select '00000000-0000-0000-0000-000000000000', gateway_now() + interval '1 day' where exists (select from transactions);
grant select on transaction_words_upto to pasarela_engine;
alter table transaction_words_upto enable row level security;
create policy engine on transaction_words_upto to pasarela_engine using (true) with check (true);
