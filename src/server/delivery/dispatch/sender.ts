import type { SendOutcome } from '#server/channels/port.ts';
import { type ReadyMessage, STOPS_CHANNEL } from '#server/delivery/ledger/dispatch-rules.ts';

export type Sent = { message: ReadyMessage; outcome: SendOutcome };

/** The environment of {@link sendAll}. */
export type SendingPlan = {
  /** Claims about this many more; an empty answer ends the run, or pauses it for `retryInMs`. */
  claim(wanted: number): Promise<ClaimResult>;
  /** Finds those of the waiting messages that must not be sent any more. */
  findStopped(waiting: readonly ReadyMessage[]): Promise<ReadonlySet<ReadyMessage>>;
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

/** @property checkedAt `performance.now()` before the opt-outs of their contacts were read */
export type ClaimResult = { messages: ReadyMessage[]; retryInMs: number | null; checkedAt: number };

/**
 * A message leaves at most so long after its contact's opt-outs were read; before that, waiting messages are read
 * again. An opt-out has to act within a second, in which it is also received.
 */
const FRESH_MS = 500;
const CHECK_AGAIN_MS = 250;

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
  const waiting = createQueue();
  const done: Sent[] = [];
  const pace = createPace(plan.perSecond);
  let inFlight = 0;
  let isClaiming = false;
  let isChecking = false;
  let isRecording = false;
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let recordTimer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;

  return new Promise((resolve, reject) => {
    const isIdle = () =>
      waiting.size() === 0 && inFlight === 0 && !isClaiming && !isChecking && !isRecording && done.length === 0;
    const step = () => {
      if (!plan.mayGoOn()) abandon();
      check();
      start();
      record();
      claim();
      if (!isIdle() || !isOver) return;
      clearTimeout(wakeTimer);
      clearTimeout(recordTimer);
      if (failure) reject(failure.error);
      else resolve();
    };

    /** Records these as certainly not sent: the ledger decides about them again. */
    const giveBack = (messages: readonly ReadyMessage[]) => {
      for (const message of messages) done.push({ message, outcome: NOT_SENT });
    };

    const check = () => {
      if (isChecking || waiting.ageMs() < CHECK_AGAIN_MS) return;
      isChecking = true;
      waiting
        .takeStopped(plan.findStopped)
        .then((stopped) => giveBack(stopped))
        .catch(fail)
        .finally(() => {
          isChecking = false;
          step();
        });
    };

    const abandon = () => {
      isOver = true;
      giveBack(waiting.takeAll());
    };

    const start = () => {
      while (inFlight < plan.concurrency && waiting.size() > 0) {
        const waitMs = pace.waitMs();
        if (waitMs > 0) return wakeIn(waitMs);
        if (!plan.mayGoOn()) return abandon();
        if (waiting.ageMs() > FRESH_MS) return check();
        const message = waiting.shift();
        if (!message) return;
        pace.count();
        inFlight++;
        void plan.send(message).then((outcome) => {
          inFlight--;
          done.push({ message, outcome });
          if (concernsChannel(outcome)) giveBack(waiting.takeAll());
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
      const room = plan.concurrency + plan.ahead - waiting.size() - inFlight;
      if (isClaiming || isOver || wakeTimer || waiting.size() > plan.ahead / 2 || room <= 0) return;
      isClaiming = true;
      plan
        .claim(room)
        .then(({ messages, retryInMs, checkedAt }) => {
          waiting.push(messages, checkedAt);
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

/** Claimed messages that wait for a free call, in their order, and when the opt-outs of their contacts were read. */
function createQueue() {
  let queue: { message: ReadyMessage; checkedAt: number }[] = [];
  return {
    size: () => queue.length,
    /** Time since the opt-outs of the first message's contact were read. */
    ageMs: () => (queue[0] ? performance.now() - queue[0].checkedAt : 0),
    push(messages: readonly ReadyMessage[], checkedAt: number) {
      for (const message of messages) queue.push({ message, checkedAt });
    },
    shift: () => queue.shift()?.message,
    takeAll: () => queue.splice(0).map(({ message }) => message),
    /** Reads the opt-outs again, and takes out the messages that they stop. */
    async takeStopped(findStopped: SendingPlan['findStopped']): Promise<ReadyMessage[]> {
      const checkedAt = performance.now();
      const before = new Set(queue.map(({ message }) => message));
      const stopped = await findStopped([...before]);
      const taken = queue.flatMap(({ message }) => (stopped.has(message) ? message : []));
      queue = queue
        .filter(({ message }) => !stopped.has(message))
        .map((one) => (before.has(one.message) ? { ...one, checkedAt } : one));
      return taken;
    },
  };
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
