import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createAssistant } from '#contract/assistants/calls.ts';
import { currentUser, login } from '#contract/auth/calls.ts';
import { createScriptBot, ScriptBotSettings } from '#contract/chatbots/scripts.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { postOfEachKind } from '#server/testing/server/api-program.ts';
import { assistantRows } from '#server/testing/rows/cabinet/assistant-rows.ts';
import { bookingRows } from '#server/testing/rows/cabinet/booking-rows.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { chatbotRows } from '#server/testing/rows/cabinet/chatbot-rows.ts';
import { conversationRows } from '#server/testing/rows/cabinet/conversation-rows.ts';
import { dealRows } from '#server/testing/rows/cabinet/deal-rows.ts';
import { claimsOf, type TestServer } from '#server/testing/server/http.ts';
import { importRows } from '#server/testing/rows/cabinet/import-rows.ts';
import { knowledgeRows } from '#server/testing/rows/cabinet/knowledge-rows.ts';
import { linkRows } from '#server/testing/rows/cabinet/link-rows.ts';
import { anInstall, connectionRows } from '#server/testing/rows/cabinet/install-rows.ts';
import { memberRows } from '#server/testing/rows/cabinet/member-rows.ts';
import { type MoneyIds, moneyRows } from '#server/testing/rows/cabinet/money-rows.ts';
import { partnerRows } from '#server/testing/rows/cabinet/partner-rows.ts';
import { type QualityIds, qualityIds, qualityRows } from '#server/testing/rows/cabinet/quality-rows.ts';
import { COUNTED, insightRows } from '#server/testing/rows/cabinet/insight-rows.ts';
import { replyRows } from '#server/testing/rows/cabinet/reply-rows.ts';
import { reviewRows } from '#server/testing/rows/cabinet/review-rows.ts';
import { operatorIds, operatorRows } from '#server/testing/rows/cabinet/operator-rows.ts';
import { templateRows } from '#server/testing/rows/cabinet/template-rows.ts';
import { waitlistRows } from '#server/testing/rows/cabinet/waitlist-rows.ts';

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
  const { id: masterId } = await build.aMaster({ tenantId, branchId });
  const { id: serviceId } = await build.aService({ tenantId, branchId });
  const { id: contactId } = await build.aContact({ tenantId });
  const { id: visitId } = await build.aVisit({ tenantId, branchId, contactId });
  const { id: channelId } = await build.aChannel({ tenantId });
  const { id: conversationId } = await build.aConversation({ tenantId, contactId, channelId });
  const { id: optOutId } = await build.anOptOut({ tenantId });
  const { id: flowId } = await build.aFlow({ tenantId });
  const { id: mailingId } = await build.aMailing({ tenantId });
  const { id: addressId } = await build.anAddress({ tenantId, contactId, channelId });
  const { id: transferId } = await build.aTransfer({ tenantId });
  const { id: offerId } = await build.anOffer({ tenantId });
  const { id: rehearsalId } = await build.aRehearsal({ tenantId });
  const [segmentId, chatbotId, waitEntryId, slotId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [importId, linkId, reviewId, widgetId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [replyId, replyWidgetId, buttonId, requestId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const quality = qualityIds();
  const [draftId, invoiceId, itemId, quickReplyId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const money = { paymentId: randomUUID(), cardId: randomUUID(), subscriptionId: randomUUID() };
  const [invitationId, payoutId, supportSessionId, pageId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
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
  // A session that may be ended: the other calls are made in the first one.
  const { body: elsewhere } = await call(login, { body: { email, password } });
  const mark = `only-${randomUUID()}`;
  const figures = { dashboardId: randomUUID(), commandId: randomUUID(), inboxId: mark };
  const { body: assistant } = await call(createAssistant, { token, body: { title: mark, trade: null } });
  const [sourceId, gapId, orderId] = [randomUUID(), randomUUID(), randomUUID()];
  const [caseId, runId] = [randomUUID(), randomUUID()];
  const knowledge = { assistantId: assistant.id, sourceId, gapId, orderId, caseId, runId };
  await fillTheRest(owner, {
    ...ids,
    ...knowledge,
    tenantId,
    rehearsalId,
    mailingId,
    addressId,
    segmentId,
    ...figures,
    importId,
    linkId,
    reviewId,
    widgetId,
    replyId,
    replyWidgetId,
    masterId,
    serviceId,
    buttonId,
    requestId,
    chatbotId,
    waitEntryId,
    slotId,
    pageId,
    draftId,
    itemId,
    quickReplyId,
    ...money,
    ...quality,
    invoiceId,
    memberId: user.id,
    invitationId,
    payoutId,
    supportSessionId,
    mark,
    at: server.clock.now().subtract({ hours: 30 }),
  });
  const box = server.ctx.vault.seal(tenantId, { token: mark });
  await owner.query('update clinic_accounts set box = $2 where tenant_id = $1', [tenantId, box]);
  const settings = ScriptBotSettings.parse({ title: mark });
  const { body: scriptBot } = await call(createScriptBot, { token, body: { settings } });
  return {
    tenantId,
    email,
    password,
    token,
    apiToken,
    ids: {
      ...ids,
      ...knowledge,
      installId,
      entryId: messageId,
      senderId: flowId,
      transferId,
      offerId,
      rehearsalId,
      mailingId,
      seriesId: mailingId,
      segmentId,
      ...figures,
      importId,
      linkId,
      reviewId,
      widgetId,
      replyId,
      replyWidgetId,
      masterId,
      serviceId,
      buttonId,
      requestId,
      chatbotId,
      scriptBotId: scriptBot.id,
      waitEntryId,
      slotId,
      pageId,
      draftId,
      name: mark,
      itemId,
      quickReplyId,
      ...operatorIds(),
      promoCodeId: randomUUID(), // NOTE: promo codes are of no cabinet
      ...money,
      ...quality,
      payId: money.paymentId,
      invoiceId,
      userId: user.id,
      memberId: user.id,
      sessionId: String(claimsOf(elsewhere.token)['sid']),
      invitationId,
      payoutId,
      supportSessionId,
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
  | 'messageId'
  | 'rehearsalId'
  | 'mailingId'
  | 'addressId'
  | 'segmentId'
  | 'dashboardId'
  | 'commandId'
  | 'importId'
  | 'linkId'
  | 'pageId'
  | 'reviewId'
  | 'widgetId'
  | 'replyId'
  | 'replyWidgetId'
  | 'masterId'
  | 'serviceId'
  | 'buttonId'
  | 'requestId'
  | 'chatbotId'
  | 'waitEntryId'
  | 'slotId'
  | 'draftId'
  | 'itemId'
  | 'quickReplyId'
  | 'invoiceId'
  | 'memberId'
  | 'invitationId'
  | 'payoutId'
  | 'supportSessionId'
  | 'assistantId'
  | 'sourceId'
  | 'gapId'
  | 'orderId'
  | 'caseId'
  | 'runId'
  | 'mark',
  string
> &
  MoneyIds &
  QualityIds & { at: Temporal.Instant };

/** Inserts one row into each table that is still empty. */
async function fillTheRest(owner: pg.Pool, filling: Filling): Promise<void> {
  const { tenantId, connectionId, branchId, contactId, visitId, channelId, conversationId, flowId, messageId, mark } =
    filling;
  const [at, day] = [filling.at.toString(), filling.at.toString().slice(0, 10)];
  const skipped = { outcome: 'skipped', rule: 'too_late' };
  const rows: Record<string, Record<string, unknown>> = {
    api_ignored_fields: { kind: 'visits', field: mark, count: 1, last_seen_at: at },
    called_off: { message_id: messageId, sender_id: flowId, rule: 'visit_cancelled', called_off_at: at, day },
    ...templateRows(filling),
    ...operatorRows(filling),
    sign_in_codes: { kind: 'telegram_user', phone: mark, day, sent: 1 },
    first_contacts: { channel_id: channelId, recipient: mark, message_id: messageId, day, started_at: at },
    channel_sessions: { channel_id: channelId, expects: 'code', phone: mark, echo_id: mark, received_at: at },
    channel_templates: {
      channel_id: channelId,
      name: mark,
      language: 'ru',
      status: 'approved',
      category: 'UTILITY',
      content: JSON.stringify({ body: mark, parameterCount: 0, media: null, isFillable: true, buttons: [] }),
      synced_at: at,
    },
    contact_consents: {
      id: randomUUID(),
      contact_id: contactId,
      is_given: true,
      source: mark,
      consented_on: day,
      recorded_at: at,
    },
    contact_tags: { contact_id: contactId, tag: mark },
    ...importRows(filling),
    ...connectionRows(filling),
    ...bookingRows(filling),
    contact_policies: { quiet_from_hour: 22, quiet_to_hour: 8, marketing_limit: 4, marketing_days: 7 },
    ...insightRows(filling),
    segments: {
      id: filling.segmentId,
      title: mark,
      kind: 'frozen',
      conditions: JSON.stringify({ match: 'all', groups: [] }),
      size: 1,
      counted_at: at,
      created_at: at,
      updated_at: at,
    },
    ...memberRows(filling),
    segment_members: { segment_id: filling.segmentId, contact_id: contactId },
    segment_sizes: { segment_id: filling.segmentId, day, size: 1 },
    visit_sum_marks: { counted_until: at },
    contact_address_aliases: { channel_id: channelId, channel_user_id: mark, address_id: filling.addressId },
    mailing_recipients: { mailing_id: filling.mailingId, contact_id: contactId },
    message_changes: { message_id: messageId, sender_id: flowId, status: 'unknown', at },
    message_change_cursors: { reader: mark, tx: '1', id: 1 },
    message_tallies: { sender_id: flowId, status: 'decided_against', counted_by: 0, count: 1, replied: 0 },
    policy_tallies: { day, sender_id: flowId, rule: 'opted_out', is_held: false, counted_by: 0, count: 1 },
    skip_tallies: { day, sender_id: flowId, rule: 'opted_out', counted_by: 0, count: 2 },
    early_statuses: { channel_id: channelId, provider_message_id: mark, status: 'sent', at },
    cascades: { pass_on_minutes: 30 },
    former_sends: { message_id: messageId, n: 1, channel_id: channelId, status: 'sent', rule: 'due', left_at: at },
    status_polls: { channel_id: channelId, provider_message_id: mark, accepted_at: at, next_at: at },
    files: { id: randomUUID(), name: mark, mime: 'image/png', size_bytes: 1, storage_key: mark, created_at: at },
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
    ...conversationRows(filling),
    ...linkRows({ ...filling, at }),
    clinic_setups: { flow_id: flowId, starts_on: day },
    notices: {
      id: randomUUID(),
      key: mark,
      kind: 'hook_unreadable',
      severity: 'attention',
      params: JSON.stringify({ title: mark }),
      created_at: at,
    },
    call_answers: { id: Buffer.from(mark), fingerprint: Buffer.from(mark), answer: Buffer.from(mark) },
    ...dealRows({ ...filling, at }),
    order_guests: { branch_id: branchId, phone: mark, asked_at: at },
    external_id_claims: { kind: 'dialog360', name: mark, source_id: channelId },
    person_pauses: { channel_id: channelId, recipient: mark, free_at: at },
    ...knowledgeRows(filling),
    ...waitlistRows(filling),
    ...chatbotRows(filling),
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
    service_masters: { service_id: filling.serviceId, master_id: filling.masterId },
    ...reviewRows(filling),
    ...replyRows(filling),
    ...assistantRows(filling),
    ...qualityRows(filling),
    ...moneyRows(filling),
    ...partnerRows(filling),
    client_records: { is_duplication: false },
    dialogue_grants: {
      id: randomUUID(),
      granted_by: filling.memberId,
      dialogues: 1,
      granted_on: day,
      amount_micro_usd: 1,
      created_at: at,
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
