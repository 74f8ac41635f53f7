-- Calls of models of all cabinets within the last hour, for operators.
create index model_calls_by_age on model_calls using brin (called_at);
