-- Settings of a review page: one for all branches, and one for each branch that differs. Without a row the defaults of
-- the code hold.
create table review_widgets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Null: every branch without a page of its own.
  branch_id uuid,
  name text not null,
  -- False: the page says that it is no longer available.
  is_on boolean not null default true,
  settings jsonb not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create unique index review_widgets_by_branch on review_widgets (tenant_id, branch_id) nulls not distinct;
select frontdesk.protect('review_widgets');

-- A contact's review of a visit, of an order or of the business. What it is about is copied: a visit may change later.
create table reviews (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Idempotency key: a visit, an order, a contact and a month, or one opening of a branch's page.
  subject_key text not null,
  branch_id uuid,
  visit_id uuid,
  order_id uuid,
  contact_id uuid,
  master_id uuid,
  service_ids uuid[] not null default '{}',
  service_titles text[] not null default '{}',
  stars smallint not null check (stars between 1 and 5),
  -- Keys of our own hints, or the owner's words.
  tags text[] not null default '{}',
  body text not null default '',
  -- Null: not answered.
  comes_again boolean,
  photo_id uuid,
  -- The map opened last.
  map_chosen text check (map_chosen in ('yandex', '2gis', 'google', 'own')),
  -- Clicks by map: { yandex: 2 }.
  map_clicks jsonb not null default '{}',
  language text not null,
  -- Taken from the quota of ratings. Until then members do not see the review.
  is_counted boolean not null,
  -- When the owner was alerted of a bad review; alert_trouble: why no message could be sent to the owner's phone.
  alerted_at timestamptz,
  alert_trouble text,
  answer_message_id uuid,
  answer_text text,
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id)
);
create unique index reviews_once_per_subject on reviews (tenant_id, subject_key);
create index reviews_by_time on reviews (tenant_id, created_at desc, id desc);
-- The sweep of files asks which are still used.
create index reviews_by_photo on reviews (tenant_id, photo_id) where photo_id is not null;
create index reviews_by_contact on reviews (tenant_id, contact_id) where contact_id is not null;
-- Reviews that wait for a top-up.
create index reviews_uncounted on reviews (tenant_id, created_at, id) where not is_counted;
select frontdesk.protect('reviews');
