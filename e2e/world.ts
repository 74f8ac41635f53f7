import { setTimeout as wait } from 'node:timers/promises';

/** A message on a customer's phone, as the world keeps it. */
export type PhoneMessage = {
  direction: 'in' | 'out';
  text: string | null;
  buttons: { title: string }[] | null;
  templateName: string | null;
  status: string;
};

export type VisitRecord = { id: number; date: string; attendance: number; deleted: boolean };

/** The hands of a test in the world: what a customer, the salon's staff and time do. */
export type World = ReturnType<typeof worldAt>;

export function worldAt(url: string) {
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/_sim${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_sim${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as Answer; // NOTE: src/world/README.md is the contract
  };
  const now = async () => Temporal.Instant.from((await ask<{ now: string }>('GET', '/clock')).now);
  const turn = async (by: Temporal.DurationLike) => {
    const advanceMs = Temporal.Duration.from(by).total({ unit: 'milliseconds' });
    await ask('POST', '/clock/turn', { advanceMs });
  };
  return {
    url,
    ask,
    now,
    turn,
    /** Goes on to the next morning, so that a journey does not depend on the hour it runs at. */
    turnToMorning: async (timeZone: string) => {
      const here = (await now()).toZonedDateTimeISO(timeZone);
      const morning = here.add({ days: 1 }).with({ hour: 10, minute: 0, second: 0, millisecond: 0 });
      await turn(here.until(morning, { largestUnit: 'hours' }));
    },
    book: (visit: Record<string, unknown>) => ask<VisitRecord>('POST', '/yclients/records', visit),
    move: (id: number, at: Temporal.Instant) => ask('PUT', `/yclients/records/${id}`, { at: String(at) }),
    cancel: (id: number) => ask('DELETE', `/yclients/records/${id}`),
    record: async (id: number) => {
      const { records } = await ask<{ records: VisitRecord[] }>('GET', '/yclients');
      return records.find((one) => one.id === id);
    },
    says: (from: string, said: { number?: string; text?: string; button?: number }) =>
      ask('POST', '/d360/inbound', { from, ...said }),
    /** Messages of the business to the contact over WhatsApp, oldest first. */
    messagesTo: async (phone: string) => {
      const { chats } = await ask<{ chats: { phone: string; messages: PhoneMessage[] }[] }>('GET', '/d360');
      const messages = chats.filter((chat) => chat.phone === phone).flatMap((chat) => chat.messages);
      return messages.filter((message) => message.direction === 'out');
    },
  };
}

/** Looks again and again until there is an answer; says what it waited for when there is none. */
export async function until<Answer>(
  what: string,
  look: () => Promise<Answer | undefined | null | false>,
  deadlineMs = 60_000, // NOTE: longer than anything takes on a busy machine
): Promise<Answer> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await look();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await wait(100);
  }
}
