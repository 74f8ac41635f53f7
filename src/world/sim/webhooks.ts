import type { Agenda } from './agenda.ts';
import type { Clock } from './clock.ts';
import type { Ids } from '../values/ids.ts';
import type { Channel } from './journal.ts';
import { createPostman } from './post.ts';

/** One call of the product's webhook, with what became of it. */
export type Dispatch = {
  id: string;
  channel: Channel;
  /** The service's own id of it, e.g. an update id; passed back when it was delivered. */
  tag: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  state: 'pending' | 'delivered' | 'given-up';
  attempts: number;
  lastStatus: number | null;
  /** The last attempt that failed; stays when a later one succeeds. `status` is null where no answer came. */
  lastFailure: { at: number; status: number | null } | null;
  firstAt: number;
  nextAttemptAt: number | null;
};

export type Order = Pick<Dispatch, 'channel' | 'url' | 'headers' | 'body'> & { tag?: string };

/** Calls the product's webhooks and repeats as each vendor does. */
export type Webhooks = {
  send(order: Order): void;
  onDelivered(channel: Channel, handler: (tag: string) => void): void;
  /** Called with a call that is not repeated any more. */
  onGivenUp(channel: Channel, handler: (dispatch: Dispatch) => void): void;
  list(channel?: string): Dispatch[];
  find(id: string): Dispatch | undefined;
  /** Sends a call again outside its order; with a spoilt signature when `forge` is set. */
  repeat(dispatch: Dispatch, forge: boolean): Promise<number | null>;
  flush(): void;
  cancel(channel: Channel, tagPrefix: string): void;
  inFlight(): number;
  pending(): Dispatch[];
  restore(dispatches: readonly Dispatch[]): void;
  clear(): void;
  close(): void;
};

type Policy = { firstDelayMs: number; longestDelayMs: number; giveUpMs: number };

/** iiko takes nothing but 200 for an answer; the others are content with any success. */
const isAcceptance = (channel: Channel, status: number) =>
  channel === 'iiko' ? status === 200 : status >= 200 && status < 300;

/** How long a vendor repeats; YCLIENTS and iiko state nothing, so a lost call of theirs stays lost. */
const POLICIES: Partial<Record<Channel, Policy>> = {
  d360: { firstDelayMs: 5000, longestDelayMs: 600_000, giveUpMs: 7 * 86_400_000 },
  graph: { firstDelayMs: 5000, longestDelayMs: 600_000, giveUpMs: 7 * 86_400_000 },
  greenapi: { firstDelayMs: 60_000, longestDelayMs: 60_000, giveUpMs: 86_400_000 },
  evolution: { firstDelayMs: 5000, longestDelayMs: 300_000, giveUpMs: 1_800_000 },
  greentg: { firstDelayMs: 60_000, longestDelayMs: 60_000, giveUpMs: 86_400_000 },
  yookassa: { firstDelayMs: 60_000, longestDelayMs: 3_600_000, giveUpMs: 86_400_000 },
  max: { firstDelayMs: 30_000, longestDelayMs: 60_000, giveUpMs: 8 * 3_600_000 },
  shopify: { firstDelayMs: 60_000, longestDelayMs: 3_600_000, giveUpMs: 4 * 3_600_000 },
  tg: { firstDelayMs: 1000, longestDelayMs: 60_000, giveUpMs: 86_400_000 },
};
/** How long a vendor waits for an answer, where it states it. */
const TIMEOUTS_MS: Partial<Record<Channel, number>> = { chatwoot: 5_000, shopify: 5_000 };
const MAX_IN_FLIGHT = 64;
const MAX_STORED = 2000;
const RETRY = 'webhook.retry';
const SECRET_HEADERS = /signature|hmac|secret|authorization/i;

export function createWebhooks(clock: Clock, agenda: Agenda, ids: Ids, changed: () => void): Webhooks {
  const postman = createPostman();
  const pending = new Map<string, Dispatch>();
  const delivered = new Map<Channel, (tag: string) => void>();
  const givenUp = new Map<Channel, (dispatch: Dispatch) => void>();
  let finished: Dispatch[] = [];
  let queue: Dispatch[] = [];
  let flying = 0;
  let isClosed = false;

  const pump = () => {
    while (flying < MAX_IN_FLIGHT) {
      const next = queue.shift();
      if (!next) return;
      if (next.state === 'pending') void attempt(next);
    }
  };
  const finish = (dispatch: Dispatch, state: 'delivered' | 'given-up') => {
    dispatch.state = state;
    dispatch.nextAttemptAt = null;
    pending.delete(dispatch.id);
    finished.push(dispatch);
    if (finished.length > MAX_STORED * 1.2) finished = finished.slice(-MAX_STORED);
    if (state === 'delivered') delivered.get(dispatch.channel)?.(dispatch.tag);
    else givenUp.get(dispatch.channel)?.(dispatch);
  };
  const attempt = async (dispatch: Dispatch) => {
    flying++;
    dispatch.nextAttemptAt = null;
    const answer = await postman.post(dispatch.url, dispatch.headers, dispatch.body, TIMEOUTS_MS[dispatch.channel]);
    flying--;
    dispatch.attempts++;
    dispatch.lastStatus = answer?.status ?? null;
    if (isClosed) return; // it stays pending and is sent when the world is back
    const isTaken = answer !== undefined && isAcceptance(dispatch.channel, answer.status);
    if (!isTaken) dispatch.lastFailure = { at: clock.now(), status: dispatch.lastStatus };
    if (dispatch.state === 'pending') {
      if (isTaken) finish(dispatch, 'delivered');
      else planRetry(dispatch, answer?.retryAfterMs ?? 0);
    }
    changed();
    pump();
  };
  const planRetry = (dispatch: Dispatch, retryAfterMs: number) => {
    const policy = POLICIES[dispatch.channel];
    if (!policy || clock.now() - dispatch.firstAt > policy.giveUpMs) return finish(dispatch, 'given-up');
    dispatch.nextAttemptAt = clock.now() + Math.max(retryAfterMs, delayOf(policy, dispatch.attempts));
    agenda.schedule(RETRY, dispatch.nextAttemptAt, dispatch.id);
  };
  const enqueue = (dispatch: Dispatch) => {
    queue.push(dispatch);
    pump();
  };

  agenda.on(RETRY, (id) => {
    const dispatch = typeof id === 'string' ? pending.get(id) : undefined;
    if (dispatch?.nextAttemptAt != null && dispatch.nextAttemptAt <= clock.now()) {
      dispatch.nextAttemptAt = null;
      enqueue(dispatch);
    }
  });

  return {
    send: (order) => {
      const dispatch: Dispatch = {
        tag: '',
        ...order,
        id: `wh_${ids.next('webhook')}`,
        state: 'pending',
        attempts: 0,
        lastStatus: null,
        lastFailure: null,
        firstAt: clock.now(),
        nextAttemptAt: null,
      };
      pending.set(dispatch.id, dispatch);
      enqueue(dispatch);
    },
    onDelivered: (channel, handler) => void delivered.set(channel, handler),
    onGivenUp: (channel, handler) => void givenUp.set(channel, handler),
    list: (channel) =>
      [...finished, ...pending.values()]
        .filter((dispatch) => !channel || dispatch.channel === channel)
        .slice(-MAX_STORED),
    find: (id) => pending.get(id) ?? finished.find((dispatch) => dispatch.id === id),
    repeat: async (dispatch, forge) => {
      const headers = forge ? spoil(dispatch.headers) : dispatch.headers;
      return (await postman.post(dispatch.url, headers, dispatch.body))?.status ?? null;
    },
    flush: () => {
      for (const dispatch of pending.values()) {
        if (dispatch.nextAttemptAt === null) continue;
        dispatch.nextAttemptAt = null;
        enqueue(dispatch);
      }
    },
    cancel: (channel, tagPrefix) => {
      for (const dispatch of pending.values()) {
        if (dispatch.channel === channel && dispatch.tag.startsWith(tagPrefix)) finish(dispatch, 'given-up');
      }
    },
    inFlight: () => flying + queue.length,
    pending: () => [...pending.values()],
    restore: (dispatches) => {
      for (const dispatch of dispatches) {
        const restored: Dispatch = { ...dispatch, nextAttemptAt: null };
        pending.set(restored.id, restored);
        enqueue(restored);
      }
    },
    clear: () => {
      pending.clear();
      finished = [];
      queue = [];
    },
    close: () => {
      queue = [];
      isClosed = true;
      postman.close();
    },
  };
}

function delayOf({ firstDelayMs, longestDelayMs }: Policy, attempts: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(20, attempts - 1));
}

function spoil(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.test(name) ? `x${value.slice(1)}x` : value]),
  );
}
