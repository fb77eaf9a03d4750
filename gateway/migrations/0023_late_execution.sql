-- Orders that are executed late: the deadline that an order carries, and the inquiries after it ended as not executed.

-- The provider refuses the order from then on. Absolute: no resend changes it. Null: the order carries no deadline.
alter table attempts add column execute_before timestamptz(3);

-- Attempts of transactions that ended as not executed. The provider is asked about each again for a day; nothing is sent.
-- A row goes when its last inquiry was answered.
create table late_execution_checks (
  attempt_id uuid primary key references attempts (id),
  -- When the transaction ended: the times of the inquiries count from here.
  created_at timestamptz(3) not null,
  checks int not null default 0 check (checks >= 0),
  next_check_at timestamptz(3) not null,
  lease_owner text check (length(lease_owner) <= 100),
  lease_until timestamptz(3),
  fence int not null default 0
);
create index late_execution_checks_due on late_execution_checks (next_check_at);

grant select, insert, update, delete on late_execution_checks to pasarela_engine;
