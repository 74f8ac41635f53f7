-- The message log shows decisions against beside what was sent, by the same filters.
create index verdicts_not_sent_by_flow on verdicts (tenant_id, flow_id, decided_at desc, id desc)
  where outcome = 'skipped' and message_id is null;
create index verdicts_not_sent_by_contact on verdicts (tenant_id, contact_id, decided_at desc, id desc)
  where outcome = 'skipped' and message_id is null;
-- Trials to an owner's own number stand in her own thread.
create index messages_by_test_phone on messages (tenant_id, test_phone, due_at desc, id desc) where test_phone <> '';
