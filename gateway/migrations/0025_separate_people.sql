-- Who may stand behind whose account. Two people agree only where no third person stands behind both.

-- by_user got hold of user_id's account, or could have: by an invitation, by seeing its link, by giving it a role or letting
-- it in again, by resetting its second factor. by_user null: somebody at the machine. id: of the invitation where it is one.
create table person_links (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'link_shown', 'role', 'enabled', 'second_factor')),
  by_user uuid references users (id),
  user_id uuid not null references users (id),
  created_at timestamptz(3) not null default statement_timestamp(),
  -- Somebody whom by_user did not invite says that user_id is another person: the link counts no more.
  confirmed_by uuid references users (id),
  confirmed_at timestamptz(3),
  check ((confirmed_by is null) = (confirmed_at is null))
);
create index person_links_user on person_links (user_id, created_at);
grant select, insert, update on person_links to pasarela_engine;

-- Everybody who joined by an invitation before. The operators that were made at the machine are independent, like those of
-- --bootstrap: with the machine behind all of them nobody could confirm anybody.
insert into person_links (id, kind, by_user, user_id, created_at)
  select distinct on (u.id) i.id, 'invitation', i.invited_by, u.id, i.accepted_at
  from invitations i join users u on u.email = i.email and u.merchant_id is not distinct from i.merchant_id
  where i.accepted_at is not null and (i.merchant_id is not null or i.invited_by is not null) order by u.id, i.accepted_at desc;

-- link_box: the link, sealed, while a second operator may still be shown it. bootstrap: made at the machine on purpose, to
-- begin with, or because nobody else could.
alter table invitations
  add column link_box bytea,
  add column shown_to uuid references users (id),
  add column confirmed_by uuid references users (id),
  add column confirmed_at timestamptz(3),
  add column bootstrap boolean not null default false;

-- An account that takes the place of another one is shown to payers from this time on, or once a third person agreed.
-- Null: at once. proposal_id: who proposed it and who decided; null: nobody else did.
alter table deposit_accounts
  add column shown_from timestamptz(3),
  add column proposal_id uuid references proposals (id),
  add column shown_by uuid references users (id);
