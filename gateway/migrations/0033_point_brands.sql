-- How the payer pages of a point look: the shop's name, its address, a colour and a logo. A point without a row shows the
-- merchant's name and the usual colours.
create table point_brands (
  point_id uuid primary key references points (id),
  display_name text check (length(display_name) between 1 and 60),
  shop_url text check (length(shop_url) between 1 and 2048),
  brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  -- A raster picture as it is served, without metadata. The address of the picture holds the hash.
  logo bytea check (length(logo) between 1 and 40960),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_width int check (logo_width between 1 and 512),
  logo_height int check (logo_height between 1 and 512),
  logo_hash text check (logo_hash ~ '^[0-9a-f]{64}$'),
  updated_at timestamptz(3) not null default statement_timestamp(),
  check (num_nulls(logo, logo_type, logo_width, logo_height, logo_hash) in (0, 5))
);
create index point_brands_logo on point_brands (logo_hash) where logo_hash is not null;
grant select, insert, update on point_brands to pasarela_engine;
grant select on point_brands to pasarela_reader;
alter table point_brands enable row level security;
create policy engine on point_brands to pasarela_engine using (true) with check (true);
create policy reader on point_brands for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
