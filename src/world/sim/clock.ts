/** The world's virtual time: real time, shifted by turns of the clock and, on request, running faster. */
export type Clock = {
  /** Virtual now, epoch milliseconds. */
  now(): number;
  iso(): string;
  /** How far virtual time is ahead of the machine's. */
  offsetMs(): number;
  factor(): number;
  /** Real milliseconds until a virtual moment; 0 when it has passed. */
  realMsUntil(at: number): number;
  advance(ms: number): void;
  setOffset(ms: number): void;
  setFactor(factor: number): void;
};

export function createClock(offsetMs: number): Clock {
  let anchorReal = Date.now();
  let anchorVirtual = anchorReal + offsetMs;
  let factor = 1;

  const now = () => anchorVirtual + (Date.now() - anchorReal) * factor;
  const anchorAt = (virtual: number) => {
    anchorReal = Date.now();
    anchorVirtual = virtual;
  };

  return {
    now,
    iso: () => new Date(now()).toISOString(),
    offsetMs: () => Math.round(now() - Date.now()),
    factor: () => factor,
    realMsUntil: (at) => Math.max(0, (at - now()) / factor),
    advance: (ms) => anchorAt(now() + ms),
    setOffset: (ms) => anchorAt(Date.now() + ms),
    setFactor: (next) => {
      anchorAt(now());
      factor = next;
    },
  };
}
