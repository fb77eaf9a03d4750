-- How often a provider was asked about an attempt since it was last sent: the schedule of inquiries follows this, not
-- the calls, which count what was sent as well.
alter table attempts add column inquiries int not null default 0 check (inquiries >= 0);
