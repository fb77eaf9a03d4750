-- Whether withdrawals are told by callbacks. Off: a receiver of the specification knows the payouts that it ordered.
alter table callback_endpoints add column send_withdrawals boolean not null default false;
