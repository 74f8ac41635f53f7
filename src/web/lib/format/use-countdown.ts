import { useEffect, useState } from 'react';

/** Seconds left of a number of them that was read at a moment, by this machine's clock; counts down by itself. */
export function useCountdown(seconds: number, readAt: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil(seconds - (Math.max(now, readAt) - readAt) / 1_000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}
