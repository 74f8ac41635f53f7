-- What was paid for a case of quality control, so that an answer that was lost is not paid twice.
create index model_calls_of_quality on model_calls (tenant_id, subject_key) where purpose = 'quality';
