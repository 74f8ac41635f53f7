import { randomUUID } from 'node:crypto';

type Ids = Record<
  | 'assistantId'
  | 'conversationId'
  | 'contactId'
  | 'messageId'
  | 'memberId'
  | 'channelId'
  | 'visitId'
  | 'orderId'
  | 'caseId'
  | 'runId'
  | 'mark',
  string
>;

/** A row of each table of the answers of assistants, without the tenant, in the order of their references. */
export function assistantRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { assistantId, caseId, runId, conversationId, contactId, messageId, memberId, channelId, visitId, mark } = ids;
  const at = ids.at.toString();
  const [turnId, visitorId] = [randomUUID(), randomUUID()];
  return {
    assistant_dialogues: {
      conversation_id: conversationId,
      assistant_id: assistantId,
      version: 1,
      last_turn_at: at,
    },
    assistant_turns: {
      id: turnId,
      assistant_id: assistantId,
      version: 1,
      conversation_id: conversationId,
      contact_id: contactId,
      key: mark,
      question: mark,
      reply: mark,
      message_id: messageId,
      outcome: 'answered',
      at,
    },
    clinic_accounts: { box: Buffer.from(mark), connected_at: at },
    clinic_bookings: {
      id: randomUUID(),
      contact_id: contactId,
      key: randomUUID(),
      status: 'booked',
      claim_id: mark,
      clinic_external_id: '101',
      clinic_title: mark,
      doctor_external_id: '501',
      doctor_name: mark,
      speciality_external_id: '11',
      speciality_title: mark,
      starts_at: at,
      minutes: 30,
      time_zone: 'Europe/Moscow',
      price_minor: 250_000,
      currency: 'RUB',
      patient_name: mark,
      phone: '+79161234500',
      consent_text: mark,
      consented_at: at,
      created_at: at,
    },
    night_bot_drafts: {
      member_id: memberId,
      step: 1,
      answers: JSON.stringify({
        branchId: null,
        channelId: null,
        botName: mark,
        businessName: mark,
        address: mark,
        days: [],
        bookingLink: '',
        mapLink: '',
        socialLinks: [],
        paymentMethods: [],
        notifyPhone: '',
      }),
      assistant_id: assistantId,
      updated_at: at,
    },
    morning_summaries: {
      assistant_id: assistantId,
      night_ended_at: at,
      outcome: 'quiet',
      writers: 0,
      at,
    },
    assistant_trial_messages: {
      id: randomUUID(),
      assistant_id: assistantId,
      member_id: memberId,
      sender: 'assistant',
      body: mark,
      turn_id: turnId,
      at,
    },
    public_chats: { assistant_id: assistantId, is_on: false, greeting: mark, daily_messages: 10, updated_at: at },
    chat_visitors: {
      id: visitorId,
      assistant_id: assistantId,
      channel_id: channelId,
      contact_id: contactId,
      given_name: mark,
      expires_at: at,
      created_at: at,
    },
    chat_visits: { visitor_id: visitorId, visit_id: visitId, booked_at: at },
    assistant_cases: { id: caseId, assistant_id: assistantId, settings: aCase(mark), created_at: at, updated_at: at },
    assistant_runs: {
      id: runId,
      assistant_id: assistantId,
      version: 1,
      repeats: 1,
      state: 'done',
      cap_micro_usd: 1,
      started_at: at,
      finished_at: at,
    },
    assistant_run_talks: {
      id: randomUUID(),
      run_id: runId,
      case_id: caseId,
      settings: aCase(mark),
      repeat: 1,
      queue: 0,
      position: 0,
      state: 'passed',
    },
    ...pluginRows(ids),
  };
}

/** A row of each table of the functions of assistants. */
function pluginRows({ assistantId, conversationId, contactId, mark, ...ids }: Ids & { at: Temporal.Instant }) {
  const at = ids.at.toString();
  return {
    assistant_rest_secrets: {
      assistant_id: assistantId,
      call_id: 'ordercall',
      header: 'x-key',
      origin: 'https://shop.example',
      value: Buffer.from(mark),
      set_at: at,
    },
    assistant_rest_writes: { key: mark, assistant_id: assistantId, result: JSON.stringify({ mark }), at },
    assistant_catalogues: {
      assistant_id: assistantId,
      file_name: mark,
      uploaded_at: at,
      fault_count: 0,
      faults: '[]',
    },
    assistant_goods: {
      assistant_id: assistantId,
      sku: mark,
      title: mark,
      description: mark,
      category: mark,
      price_minor: 100,
      currency: 'RUB',
      is_available: true,
      stems: '{}',
      other_stems: '{}',
    },
    assistant_orders: {
      id: ids.orderId,
      assistant_id: assistantId,
      number: 1,
      contact_id: contactId,
      conversation_id: conversationId,
      key: mark,
      lines: JSON.stringify([{ sku: mark, title: mark, priceMinor: 100, quantity: 1 }]),
      goods_minor: 100,
      delivery_minor: 0,
      currency: 'RUB',
      way: 'pickup',
      address: mark,
      due_at: at,
      recipient_name: mark,
      recipient_phone: mark,
      card_text: mark,
      comment: mark,
      created_at: at,
    },
  };
}

/** Settings of a case, as they are stored. */
const aCase = (mark: string) =>
  JSON.stringify({
    title: mark,
    language: 'ru',
    script: { kind: 'lines', lines: [mark] },
    clientName: mark,
    visits: [],
    expectations: [{ type: 'unchanged' }],
  });
