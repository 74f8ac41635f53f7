import type { SendOutcome } from '#server/channels/port.ts';
import { type ReadyMessage, STOPS_CHANNEL } from './dispatch-rules.ts';

export type Sent = { message: ReadyMessage; outcome: SendOutcome };

/** The environment of {@link sendAll}. */
export type SendingPlan = {
  /** Claims about this many more; an empty answer ends the run, or pauses it for `retryInMs`. */
  claim(wanted: number): Promise<{ messages: ReadyMessage[]; retryInMs: number | null }>;
  send(message: ReadyMessage): Promise<SendOutcome>;
  record(sent: readonly Sent[]): Promise<void>;
  /** Checked before every call; false sends nothing more. */
  mayGoOn(): boolean;
  /** Number of concurrent calls. */
  concurrency: number;
  /** Messages claimed ahead of a free call; 0 where a claim lost in a crash cannot be resolved. */
  ahead: number;
  /** Calls within any one second. */
  perSecond: number;
};

/** Minimum batch of outcomes to record while other calls are under way. */
const RECORD_AT_ONCE = 128;
const RECORD_WITHIN_MS = 30;

/**
 * Claims, sends and records concurrently: while some messages are being sent, the next are claimed and the last are
 * recorded, each step in batches. Returns when nothing is left to claim and everything claimed is recorded.
 *
 * @throws the error of `claim` or `record`, after all calls that had begun were recorded as far as possible
 */
export function sendAll(plan: SendingPlan): Promise<void> {
  const waiting: ReadyMessage[] = [];
  const done: Sent[] = [];
  const pace = createPace(plan.perSecond);
  let inFlight = 0;
  let isClaiming = false;
  let isRecording = false;
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let recordTimer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;

  return new Promise((resolve, reject) => {
    const isIdle = () => waiting.length === 0 && inFlight === 0 && !isClaiming && !isRecording && done.length === 0;
    const step = () => {
      if (!plan.mayGoOn()) abandon();
      start();
      record();
      claim();
      if (!isIdle() || !isOver) return;
      clearTimeout(wakeTimer);
      clearTimeout(recordTimer);
      if (failure) reject(failure.error);
      else resolve();
    };

    /** Records these as certainly not sent. */
    const recall = () => {
      for (const message of waiting.splice(0)) done.push({ message, outcome: NOT_SENT });
    };

    const abandon = () => {
      isOver = true;
      recall();
    };

    const start = () => {
      while (inFlight < plan.concurrency && waiting.length > 0) {
        const waitMs = pace.waitMs();
        if (waitMs > 0) return wakeIn(waitMs);
        if (!plan.mayGoOn()) return abandon();
        const message = waiting.shift();
        if (!message) return;
        pace.count();
        inFlight++;
        void plan.send(message).then((outcome) => {
          inFlight--;
          done.push({ message, outcome });
          if (concernsChannel(outcome)) recall();
          step();
        });
      }
    };

    const record = () => {
      if (isRecording || done.length === 0) return;
      const isWorthIt = done.length >= RECORD_AT_ONCE || inFlight === 0;
      if (!isWorthIt) {
        recordTimer ??= setTimeout(() => flush(), RECORD_WITHIN_MS);
        return;
      }
      flush();
    };

    const flush = () => {
      clearTimeout(recordTimer);
      recordTimer = undefined;
      if (isRecording || done.length === 0) return;
      isRecording = true;
      plan
        .record(done.splice(0))
        .catch(fail)
        .finally(() => {
          isRecording = false;
          step();
        });
    };

    const claim = () => {
      const room = plan.concurrency + plan.ahead - waiting.length - inFlight;
      if (isClaiming || isOver || wakeTimer || waiting.length > plan.ahead / 2 || room <= 0) return;
      isClaiming = true;
      plan
        .claim(room)
        .then(({ messages, retryInMs }) => {
          waiting.push(...messages);
          if (messages.length > 0) return;
          if (retryInMs === null) isOver = true;
          else wakeIn(retryInMs);
        })
        .catch(fail)
        .finally(() => {
          isClaiming = false;
          step();
        });
    };

    const fail = (error: unknown) => {
      failure ??= { error };
      abandon();
    };

    const wakeIn = (ms: number) => {
      wakeTimer ??= setTimeout(() => {
        wakeTimer = undefined;
        step();
      }, ms);
    };

    step();
  });
}

/** Whether the channel must pause or does not work: messages claimed ahead would get the same answer. */
function concernsChannel(outcome: SendOutcome): boolean {
  if (outcome.kind === 'unreached') return outcome.scope === 'channel';
  return outcome.kind === 'refused' && STOPS_CHANNEL.has(outcome.errorClass);
}

/** The outcome of claimed messages that were never called, because the lease expired or the process stops. */
export const NOT_SENT: SendOutcome = {
  kind: 'unreached',
  errorClass: 'temporary',
  code: 'not_sent',
  text: '',
  retryAfterMs: 0,
  scope: 'channel',
};

/** A call counts for this long: calls made within a second may arrive closer together, when the first were delayed. */
const SECOND_MS = 1_150;

/** Limits the calls of any one second to the rate, even if the claims allow more. */
function createPace(perSecond: number): { waitMs(): number; count(): void } {
  const times: number[] = [];
  return {
    waitMs() {
      const now = performance.now();
      while (times.length > 0 && (times[0] ?? now) <= now - SECOND_MS) times.shift();
      return times.length < perSecond ? 0 : Math.max(1, Math.ceil((times[0] ?? now) + SECOND_MS - now));
    },
    count() {
      times.push(performance.now());
    },
  };
}
