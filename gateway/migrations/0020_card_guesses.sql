-- Guessing a card number by repeating a reference: each repetition of a card pay-in with another card is one guess.

-- One row per guess, written before the request is answered. A transaction has at most five and a point fifty an hour:
-- beyond that nothing is compared, and nothing is written. `closes`: this guess was the last one of its transaction or
-- of its point's hour. Rows stay, because a transaction is guessed at for as long as its reference can be repeated.
create table card_guesses (
  id bigint generated always as identity primary key,
  point_id uuid not null references points (id),
  transaction_id uuid not null,
  closes boolean not null,
  created_at timestamptz(3) not null default gateway_now()
);
create index card_guesses_transaction on card_guesses (transaction_id);
create index card_guesses_point on card_guesses (point_id, created_at);
create index card_guesses_closing on card_guesses (created_at) where closes;

grant select, insert on card_guesses to pasarela_engine;
alter table card_guesses enable row level security;
create policy engine on card_guesses to pasarela_engine using (true) with check (true);
