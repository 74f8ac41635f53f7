import { getRehearsal, listRehearsalRows, startRehearsal } from '#contract/rehearsal/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import type { Salon } from './booked-salon.ts';
import type { TestServer } from '#server/testing/server/http.ts';

/** Outcomes of occasions, one line each: the recipient, message and time of a sent one, the rule of a skipped one. */
export type Outcomes = { sent: string[]; skipped: string[] };

const inMinutes = (at: string | Temporal.Instant) =>
  String(Temporal.Instant.from(at).round({ smallestUnit: 'minute', roundingMode: 'floor' }));

/** Advances to each moment at which a message is due. */
export async function liveUntil({ clock, runJobs }: TestServer, ...moments: string[]): Promise<void> {
  for (const moment of moments) {
    await clock.set(moment);
    await runJobs();
  }
}

/**
 * Runs a rehearsal of the last days.
 * @returns its outcomes and summary
 */
export async function rehearsed(
  { call, runJobs }: TestServer,
  { owner: { token } }: Salon,
  flows: readonly Pick<Flow, 'id'>[],
  days: 7 | 30 = 7,
) {
  const body = { days, flowIds: flows.map(({ id }) => id) };
  const { id } = (await call(startRehearsal, { token, body })).body;
  await runJobs();
  const params = { rehearsalId: id };
  const { body: done } = await call(getRehearsal, { token, params });
  const rowsOf = async (outcome: 'sent' | 'skipped') =>
    (await call(listRehearsalRows, { token, params, query: { outcome, limit: 100 } })).body.items;
  const flowOf = (index: number) => done.flows[index]?.flowId;
  const [sent, skipped] = [await rowsOf('sent'), await rowsOf('skipped')];
  const outcomes: Outcomes = {
    sent: sent.map((row) => `${flowOf(row.flowIndex)} ${row.subjectId} ${inMinutes(row.at)} ${row.body}`).toSorted(),
    skipped: skipped.map((row) => `${flowOf(row.flowIndex)} ${row.subjectId} ${row.rule}`).toSorted(),
  };
  return { done, sent, skipped, outcomes };
}

/** The real outcome of every occasion: sent messages, and the last verdict of the others. */
export async function outcomesOf({ owner }: TestServer, { owner: { tenantId } }: Salon): Promise<Outcomes> {
  const sent = await owner.query<{
    sender_id: string;
    subject_id: string;
    body: string;
    accepted_at: Temporal.Instant;
  }>(
    `select m.sender_id, m.subject_id, m.body, m.accepted_at from messages m
     where m.tenant_id = $1 and m.status in ('accepted', 'sent', 'delivered', 'read') and not m.is_test`,
    [tenantId],
  );
  const last = await owner.query<{ sender_id: string; subject_id: string; rule: string; outcome: string }>(
    `select distinct on (v.sender_id, v.subject_id, v.occurrence) v.sender_id, v.subject_id, v.rule, v.outcome
     from verdicts v where v.tenant_id = $1
     order by v.sender_id, v.subject_id, v.occurrence, v.decided_at desc, v.id desc`,
    [tenantId],
  );
  const refused = last.rows.filter(({ outcome }) => outcome === 'skipped' || outcome === 'cancelled');
  return {
    sent: sent.rows
      .map((row) => `${row.sender_id} ${row.subject_id} ${inMinutes(row.accepted_at)} ${row.body}`)
      .toSorted(),
    skipped: refused.map((row) => `${row.sender_id} ${row.subject_id} ${row.rule}`).toSorted(),
  };
}
