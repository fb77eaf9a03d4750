-- Addresses that their person proved to read, and new passwords for who forgot theirs.

-- When the person opened a link that went to the address alone. Null: nobody proved it, and the account gives way to who does.
alter table users add column email_proved_at timestamptz(3);

-- The link went to the address by mail, and was shown to nobody.
alter table invitations add column mailed boolean not null default false;
update invitations i set mailed = true where exists (select from mails m where m.invitation_id = i.id);
update users u set email_proved_at = i.accepted_at from invitations i join mails m on m.invitation_id = i.id
  where m.state = 'sent' and i.accepted_at is not null and i.email = u.email
    and i.merchant_id is not distinct from u.merchant_id;

-- A link by which somebody sets a new password without the old one. By mail: made when it is asked for. Else an operator
-- proposes it, and it is made when another operator is shown it.
create table password_recoveries (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea unique check (length(token_hash) = 32),
  by_mail boolean not null,
  evidence text check (length(evidence) between 1 and 1000),
  proposed_by uuid references users (id),
  shown_to uuid references users (id),
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  check (by_mail = (proposed_by is null)),
  check (by_mail = (evidence is null)),
  check (shown_to is null or shown_to not in (proposed_by, user_id)),
  check (by_mail or (token_hash is null) = (shown_to is null))
);
create index password_recoveries_user on password_recoveries (user_id, created_at);
create index password_recoveries_used on password_recoveries (used_at) where used_at is not null;
create index password_recoveries_age on password_recoveries (created_at);
grant select, insert, update, delete on password_recoveries to pasarela_engine;

alter table mails add column recovery_id uuid references password_recoveries (id) on delete cascade;
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('alert', 'invitation', 'test', 'recovery')) not valid;
