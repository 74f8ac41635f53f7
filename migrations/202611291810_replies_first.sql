-- A set of rules by which reviews are replied to.
create table reply_widgets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null,
  is_enabled boolean not null,
  settings jsonb not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null: not removed.
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
select frontdesk.protect('reply_widgets');

-- A review of a platform that a member pasted or imported.
create table platform_reviews (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  source text not null check (source in ('yandex', '2gis', 'google', 'other')),
  author_name text not null,
  stars smallint not null check (stars between 1 and 5),
  body text not null,
  reviewed_on date,
  -- Identity of the review: the platform's number of it, else its author, stars, day and text.
  fingerprint text not null,
  added_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint)
);
select frontdesk.protect('platform_reviews');

-- The reply to a review: of our own page (review_id) or of a platform.
create table review_replies (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  widget_id uuid not null,
  review_id uuid,
  platform_review_id uuid,
  source text not null check (source in ('own', 'yandex', '2gis', 'google', 'other')),
  state text not null check (state in ('waiting', 'approval', 'sent', 'ready', 'placed', 'rejected', 'answered', 'failed')),
  -- Why a person is needed, or why it was not sent.
  reason text,
  way text check (way in ('templates', 'model')),
  -- The rule that wrote it, and its template: templates are used in turn.
  rule_id text,
  template text,
  body text not null default '',
  due_at timestamptz not null,
  -- Calls of the model that failed.
  attempts int not null default 0,
  -- Taken from the quota of replies that a model writes.
  is_counted boolean not null default false,
  -- A member asked for another text, and wants to see it first.
  is_rewrite boolean not null default false,
  acted_by uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  check ((review_id is null) <> (platform_review_id is null)),
  foreign key (tenant_id, widget_id) references reply_widgets (tenant_id, id),
  foreign key (tenant_id, review_id) references reviews (tenant_id, id),
  foreign key (tenant_id, platform_review_id) references platform_reviews (tenant_id, id)
);
create unique index review_replies_once_per_review on review_replies (tenant_id, review_id) where review_id is not null;
create unique index review_replies_once_per_platform_review on review_replies (tenant_id, platform_review_id)
  where platform_review_id is not null;
create index review_replies_by_time on review_replies (tenant_id, created_at desc, id desc);
create index review_replies_by_widget on review_replies (tenant_id, widget_id, created_at desc, id desc);
create index review_replies_by_state on review_replies (tenant_id, state, created_at desc, id desc);
create index review_replies_by_rule on review_replies (tenant_id, rule_id) where template is not null;
select frontdesk.protect('review_replies');

-- True: the answer was written by a widget, and no member read it before.
alter table reviews add column answer_is_automatic boolean not null default false;
