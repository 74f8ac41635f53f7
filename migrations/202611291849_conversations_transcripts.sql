-- The words of a voice message, written down by a model on request of a turn or of a member.
alter table thread_files
  -- Null: nobody has requested them.
  add column transcript_state text check (transcript_state in ('writing', 'written', 'failed')),
  add column transcript text,
  -- Why there are none; a code of the contract.
  add column transcript_trouble text,
  -- By the product's clock.
  add column transcript_requested_at timestamptz,
  -- By the machine's clock: another run of the job may write them after it.
  add column transcribing_until timestamptz;
