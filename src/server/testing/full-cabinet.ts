import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { currentUser } from '#contract/auth.ts';
import type { TenantId } from '#contract/tenants.ts';
import { postOfEachKind } from './api-program.ts';
import { builders } from './builders.ts';
import type { TestServer } from './http.ts';
import { anInstall } from './install-rows.ts';

export type FullCabinet = {
  tenantId: TenantId;
  email: string;
  password: string;
  token: string;
  apiToken: string;
  /** Values of path parameters by name, and `mark`, a text that only this cabinet contains. */
  ids: Record<string, string>;
};

/** A cabinet with a row in every table, and the tokens of its owner and of an API client. */
export async function aFullCabinet(server: TestServer): Promise<FullCabinet> {
  const { call, owner } = server;
  const build = builders(owner, server.ctx.vault);
  const { tenantId, email, password, token } = await server.signUp();
  const { id: installId } = await anInstall(owner, tenantId);
  const { id: connectionId } = await build.aConnection({ tenantId });
  const { id: branchId } = await build.aBranch({ tenantId, connectionId });
  const { id: contactId } = await build.aContact({ tenantId });
  const { id: visitId } = await build.aVisit({ tenantId, branchId, contactId });
  const { id: channelId } = await build.aChannel({ tenantId });
  const { id: conversationId } = await build.aConversation({ tenantId, contactId, channelId });
  const { id: optOutId } = await build.anOptOut({ tenantId });
  const { id: flowId } = await build.aFlow({ tenantId });
  const { id: transferId } = await build.aTransfer({ tenantId });
  const { id: offerId } = await build.anOffer({ tenantId });
  const { id: rehearsalId } = await build.aRehearsal({ tenantId });
  const { id: messageId } = await build.aMessage({
    tenantId,
    contactId,
    channelId,
    visitId,
    senderId: flowId,
    status: 'unknown',
  });
  const ids = { connectionId, branchId, contactId, visitId, channelId, conversationId, optOutId, flowId, messageId };
  const externalId = `posted-${tenantId}`;
  const { apiToken, ids: sent } = await postOfEachKind(server, token, externalId);
  const { body: user } = await call(currentUser, { token });
  const mark = `only-${randomUUID()}`;
  await fillTheRest(owner, { ...ids, tenantId, rehearsalId, mark, at: server.clock.now().subtract({ hours: 30 }) });
  return {
    tenantId,
    email,
    password,
    token,
    apiToken,
    ids: {
      ...ids,
      installId,
      entryId: messageId,
      senderId: flowId,
      transferId,
      offerId,
      rehearsalId,
      userId: user.id,
      externalId,
      mark,
      ...sent,
    },
  };
}

type Filling = Record<
  | 'tenantId'
  | 'connectionId'
  | 'branchId'
  | 'contactId'
  | 'visitId'
  | 'channelId'
  | 'conversationId'
  | 'flowId'
  | 'messageId',
  string
> & { rehearsalId: string; mark: string; at: Temporal.Instant };

const COUNTED = Object.fromEntries(
  ['sent', 'delivered', 'read', 'answered', 'came', 'spent'].flatMap((what) =>
    what === 'came' || what === 'spent' ? [7, 14, 21, 30].map((days) => [`${what}_${days}`, 1]) : [[what, 1]],
  ),
);

/** Inserts one row into each table that is still empty. */
async function fillTheRest(owner: pg.Pool, filling: Filling): Promise<void> {
  const { tenantId, connectionId, branchId, contactId, visitId, channelId, conversationId, flowId, messageId, mark } =
    filling;
  const [at, day] = [filling.at.toString(), filling.at.toString().slice(0, 10)];
  const skipped = { outcome: 'skipped', rule: 'too_late' };
  const rows: Record<string, Record<string, unknown>> = {
    api_ignored_fields: { kind: 'visits', field: mark, count: 1, last_seen_at: at },
    called_off: { message_id: messageId, sender_id: flowId, rule: 'visit_cancelled', called_off_at: at, day },
    channel_templates: {
      channel_id: channelId,
      name: mark,
      language: 'ru',
      status: 'approved',
      category: 'UTILITY',
      content: JSON.stringify({ body: mark, parameterCount: 0, media: null, isFillable: true, buttons: [] }),
      synced_at: at,
    },
    contact_policies: { quiet_from_hour: 22, quiet_to_hour: 8, marketing_limit: 4, marketing_days: 7 },
    conversion_facts: {
      id: randomUUID(),
      sender_id: flowId,
      contact_id: contactId,
      branch_id: branchId,
      at,
      day,
      is_control: false,
      is_delivered: true,
      is_read: true,
      is_answered: true,
    },
    message_changes: { message_id: messageId, sender_id: flowId, status: 'unknown', at },
    message_change_cursors: { reader: mark, tx: '1', id: 1 },
    message_tallies: { sender_id: flowId, status: 'decided_against', counted_by: 0, count: 1, replied: 0 },
    policy_tallies: { day, sender_id: flowId, rule: 'opted_out', is_held: false, counted_by: 0, count: 1 },
    skip_tallies: { day, sender_id: flowId, rule: 'opted_out', counted_by: 0, count: 2 },
    early_statuses: { channel_id: channelId, provider_message_id: mark, status: 'sent', at },
    files: {
      id: randomUUID(),
      name: mark,
      mime: 'image/png',
      size_bytes: 1,
      storage_key: mark,
      created_at: at,
    },
    iiko_tokens: { login_hash: Buffer.from(mark), token: Buffer.from(mark), asked_at: at },
    inbound_messages: {
      id: randomUUID(),
      conversation_id: conversationId,
      contact_id: contactId,
      channel_id: channelId,
      provider_message_id: mark,
      kind: 'text',
      text: mark,
      sent_at: at,
      received_at: at,
    },
    inbox: {
      id: randomUUID(),
      provider: 'yclients',
      source_id: connectionId,
      dedupe_key: Buffer.from(mark).toString('hex'),
      headers: '{}',
      body: Buffer.from(mark),
      state: 'unreadable',
      problem: mark,
      received_at: at,
    },
    notices: {
      id: randomUUID(),
      key: mark,
      kind: 'hook_unreadable',
      severity: 'attention',
      params: JSON.stringify({ title: mark }),
      created_at: at,
    },
    order_guests: { branch_id: branchId, phone: mark, asked_at: at },
    external_id_claims: { kind: 'dialog360', name: mark, source_id: channelId },
    person_pauses: { channel_id: channelId, recipient: mark, free_at: at },
    rehearsal_rows: {
      id: randomUUID(),
      rehearsal_id: filling.rehearsalId,
      flow_index: 0,
      contact_id: contactId,
      subject_kind: 'visit',
      subject_id: visitId,
      ...skipped,
      compared: '{}',
      at,
      body: mark,
      is_busy: false,
    },
    report_periods: { id: randomUUID(), connection_id: connectionId, kind: 'day', report_date: day },
    unknown_fields: { connection_id: connectionId, field: mark, count: 1, last_seen_at: at },
    verdicts: {
      id: randomUUID(),
      sender_id: flowId,
      sender_version: 1,
      contact_id: contactId,
      visit_id: visitId,
      subject_kind: 'visit',
      subject_id: visitId,
      step: 1,
      occurrence: 1,
      stage: 'plan',
      outcome: 'skipped',
      rule: 'opted_out',
      compared: JSON.stringify({ title: mark }),
      decided_at: at,
    },
    conversion_days: { day, sender_id: flowId, branch_id: branchId, is_control: false, currency: 'RUB', ...COUNTED },
  };
  for (const [table, row] of Object.entries(rows)) {
    const columns = Object.entries({ tenant_id: tenantId, ...row });
    await owner.query(
      `insert into ${table} (${columns.map(([name]) => name).join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      columns.map(([, value]) => value),
    );
  }
}
