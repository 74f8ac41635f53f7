-- Files of sound that are sent in pieces; a row lives until its recording is made, or a day.
create table quality_uploads (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  file_name text not null,
  size bigint not null check (size > 0),
  -- Bytes that are stored, and the keys of their pieces in order.
  stored bigint not null default 0 check (stored between 0 and size),
  pieces text[] not null default '{}',
  employee_name text not null default '',
  -- When the call was; null: now.
  started_at timestamptz,
  -- The recording that it became; its file is known by this row alone until then.
  recording_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index quality_uploads_by_change on quality_uploads (updated_at);
select frontdesk.protect('quality_uploads');

-- What the sound has beside its peaks: channels, whether they are two sides, and the voices of each, as the reader of sound measures them.
alter table quality_recordings add column sound jsonb;
comment on column quality_recordings.measures is 'By VoiceMeasures of the reader of sound: values of each channel.';
