import type { Clock } from './clock.ts';

/** Something that will happen at a virtual moment; plain data, so that a restart keeps it. */
export type Task = { at: number; order: number; kind: string; payload: unknown };

type Handler = (payload: unknown, at: number) => void;

/** Runs what falls due on the virtual clock, in order, also when the clock is turned far ahead. */
export type Agenda = {
  on(kind: string, handler: Handler): void;
  schedule(kind: string, at: number, payload: unknown): void;
  /** Runs all that is due now; called after the clock was turned. */
  runDue(): void;
  nextAt(): number | null;
  size(): number;
  tasks(): Task[];
  restore(tasks: readonly Task[]): void;
  stop(): void;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createAgenda(clock: Clock): Agenda {
  const handlers = new Map<string, Handler>();
  let heap: Task[] = [];
  let order = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const arm = () => {
    clearTimeout(timer);
    const first = heap[0];
    if (!first || stopped) return;
    timer = setTimeout(runDue, Math.min(LONGEST_TIMER_MS, Math.ceil(clock.realMsUntil(first.at))));
  };
  const runDue = () => {
    for (let first = heap[0]; first && first.at <= clock.now() && !stopped; first = heap[0]) {
      pop(heap);
      handlers.get(first.kind)?.(first.payload, first.at);
    }
    arm();
  };

  return {
    on: (kind, handler) => void handlers.set(kind, handler),
    schedule: (kind, at, payload) => {
      push(heap, { at, order: order++, kind, payload });
      if (heap[0]?.order === order - 1) arm();
    },
    runDue,
    nextAt: () => heap[0]?.at ?? null,
    size: () => heap.length,
    tasks: () => [...heap],
    restore: (tasks) => {
      heap = [];
      for (const task of tasks) push(heap, { ...task, order: order++ });
      arm();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const before = (a: Task, b: Task) => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Task[], task: Task): void {
  let index = heap.length;
  heap.push(task);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (!above || !before(task, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = task;
}

function pop(heap: Task[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    const child = right && left && before(right, left) ? 2 * index + 2 : 2 * index + 1;
    const smaller = heap[child];
    if (!smaller || !before(smaller, last)) break;
    heap[index] = smaller;
    index = child;
  }
  heap[index] = last;
}
