/** The output of a command while it works. */

const began = performance.now();

/** One line, with the time since the command began. */
export function report(text: string): void {
  console.log(`  ${seconds(performance.now() - began).padStart(6)}  ${text}`);
}

/**
 * Runs a step and says how long it took; one that takes longer than a moment is announced, and from then on reports
 * that it is still at work.
 */
export async function step<T>(doing: string, done: (result: T) => string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const announce = setTimeout(() => report(`${doing} …`), 700);
  const remind = setInterval(() => report(`${doing}: still at it, ${seconds(performance.now() - from)}`), 10_000);
  try {
    const result = await work();
    report(`${done(result)} (${seconds(performance.now() - from)})`);
    return result;
  } finally {
    clearTimeout(announce);
    clearInterval(remind);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
