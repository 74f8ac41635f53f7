import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/results.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findMailing } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { listLeftOut, listMessagePeople } from './result-queries.ts';

/** One page of the contacts behind a number. */
export async function pageOfMailingPeople(
  scope: TenantScope,
  id: MailingId,
  { outcome, rule: wanted, cursor, limit }: QueryOf<typeof contract.listMailingPeople>,
): Promise<ReplyOf<typeof contract.listMailingPeople>> {
  await getStored(scope, id);
  const rule = wanted ?? null;
  if (outcome === 'excluded' || outcome === 'control') {
    const after = readCursor(cursor, z.tuple([ContactId]))?.[0] ?? null;
    const found = await listLeftOut(scope, id, { rule, isControl: outcome === 'control', after, limit });
    return toPage(
      found,
      limit,
      ({ person }) => person,
      ({ after: end }) => end,
    );
  }
  const after = readCursor(cursor, z.tuple([z.iso.datetime(), MessageId]));
  const found = await listMessagePeople(scope, id, { filter: OF_OUTCOME[outcome], rule, after, limit });
  return toPage(
    found,
    limit,
    ({ person }) => person,
    ({ after: end }) => end,
  );
}

type Listed = Exclude<QueryOf<typeof contract.listMailingPeople>['outcome'], 'excluded' | 'control'>;

const LEFT = sql`m.phase = 'left'`;

/** Filters of the messages behind each number. NOTE: each names the phase, by which the messages of a sender are found. */
const OF_OUTCOME: Readonly<Record<Listed, RawBuilder<unknown>>> = {
  sent: LEFT,
  delivered: sql`${LEFT} and m.status in ('delivered', 'read')`,
  not_delivered: sql`(${LEFT} and m.status in ('accepted', 'sent') or m.phase = 'ended' and m.status = 'failed')`,
  read: sql`${LEFT} and m.status = 'read'`,
  not_read: sql`${LEFT} and m.status in ('accepted', 'sent', 'delivered')`,
  replied: sql`${LEFT} and m.replied_at is not null`,
  clicked: sql`${LEFT} and m.clicked_at is not null`,
  read_not_replied: sql`${LEFT} and m.status = 'read' and m.replied_at is null`,
  failed: sql`m.phase = 'ended' and m.status = 'failed'`,
  planned: sql`m.phase = 'waiting'`,
  skipped: sql`m.phase = 'ended' and m.status in ('skipped', 'cancelled')`,
  not_sent: sql`m.phase = 'ended' and m.status in ('skipped', 'cancelled', 'failed')`,
  unconfirmed: sql`m.phase = 'doubtful' and m.status = 'unknown'`,
};

/** @throws {Problem} `distribution.not_found` */
export async function getStored(scope: TenantScope, id: MailingId): Promise<StoredMailing> {
  const mailing = await findMailing(scope, id);
  if (!mailing) throw new Problem('distribution.not_found');
  return mailing;
}
