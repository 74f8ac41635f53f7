-- A trigger's plan is made at its first run, of one changed row perhaps, and kept for the connection's life. What was and
-- what is were then joined row by row: 128 messages of a mailing took 16,384 comparisons, until somebody analysed the
-- table. By hashing one row costs nothing more.
alter function frontdesk.mark_messages() set enable_nestloop = off;
alter function frontdesk.mark_visits() set enable_nestloop = off;
alter function frontdesk.mark_orders() set enable_nestloop = off;
