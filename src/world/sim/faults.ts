import type { Channel } from './journal.ts';

export type FaultAction = 'http' | 'timeout' | 'reset' | 'slow';

/** A disturbance asked for by a test or an engineer; see README, "fault action". */
export type Fault = {
  id: number;
  channel: Channel;
  match: string | null;
  action: FaultAction;
  status: number;
  body: unknown;
  headers: Record<string, string>;
  delayMs: number;
  /** How many more requests it hits; null = until it is removed. */
  left: number | null;
  /** Whether the request is carried out before it is disturbed. */
  effect: 'done' | 'none';
};

export type FaultOrder = Pick<Fault, 'channel' | 'action'> & {
  match?: string;
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  delayMs?: number;
  times?: number;
  effect?: 'done' | 'none';
};

/** The faults in force. */
export type Faults = {
  add(order: FaultOrder): Fault;
  /** Takes the first fault that fits a request and counts it down. */
  take(channel: Channel, line: string, bodyText: () => string): Fault | undefined;
  list(): Fault[];
  remove(id: number): boolean;
  clear(): void;
};

const DEFAULT_EFFECT = { http: 'none', timeout: 'done', reset: 'none', slow: 'done' } as const;

export function createFaults(): Faults {
  let faults: Fault[] = [];
  let lastId = 0;

  return {
    add: (order) => {
      const fault: Fault = {
        id: ++lastId,
        channel: order.channel,
        match: order.match ?? null,
        action: order.action,
        status: order.status ?? (order.channel === 'mail' ? 451 : 500),
        body: order.body ?? null,
        headers: order.headers ?? {},
        delayMs: order.delayMs ?? 5000,
        left: order.times === 0 ? null : (order.times ?? 1),
        effect: order.effect ?? DEFAULT_EFFECT[order.action],
      };
      faults.push(fault);
      return fault;
    },
    take: (channel, line, bodyText) => {
      const fits = ({ match }: Fault) => match === null || line.includes(match) || bodyText().includes(match);
      const fault = faults.find((candidate) => candidate.channel === channel && fits(candidate));
      if (!fault) return undefined;
      if (fault.left !== null && --fault.left <= 0) faults = faults.filter((other) => other !== fault);
      return fault;
    },
    list: () => [...faults],
    remove: (id) => {
      const count = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < count;
    },
    clear: () => {
      faults = [];
    },
  };
}
