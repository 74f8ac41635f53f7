import { useSyncExternalStore } from 'react';

/** From the specification, section 7: on-demand code pieces load with a 120-second time-out. */
const CHUNK_TIMEOUT_MS = 120_000;

/** A piece of the app could not be loaded. */
export class ChunkFailed extends Error {
  override name = 'ChunkFailed';
  readonly chunk: string;
  readonly type: 'missing' | 'timeout';

  constructor(chunk: string, type: 'missing' | 'timeout', options?: ErrorOptions) {
    super(`${chunk}: ${type}`, options);
    this.chunk = chunk;
    this.type = type;
  }
}

/** `page`: it may be loaded ahead, before anybody opens it. `part`: something on the page was opened. */
type ChunkUse = 'page' | 'part';

/**
 * Loads a chunk of the app.
 *
 * Without a connection it waits until there is one, and {@link useWaitingChunks} returns it; the page before stays. A chunk
 * that a reachable server does not have mostly means that a new version was released: the page is reloaded once, and an
 * error is shown only when that does not help. Each chunk is tracked by its own name.
 *
 * @throws ChunkFailed naming the piece and the kind of failure
 */
export async function loadChunk<Module>(
  name: string,
  load: () => Promise<Module>,
  use: ChunkUse = 'part',
): Promise<Module> {
  const reloadedKey = `reloaded-for-${name}`;
  try {
    const module = await Promise.race([load(), timeout(name)]);
    sessionStorage.removeItem(reloadedKey);
    return module;
  } catch (error) {
    if (error instanceof ChunkFailed) throw error;
    if (!isLoadError(error)) throw error;
    if (!(await isServerReachable())) {
      await untilRetry(name, use);
      return loadChunk(name, load, use);
    }
    if (!sessionStorage.getItem(reloadedKey)) {
      sessionStorage.setItem(reloadedKey, 'yes');
      location.reload();
      return new Promise(() => undefined); // NOTE: the reload ends this page
    }
    throw new ChunkFailed(chunkOf(error) ?? name, 'missing', { cause: error });
  }
}

/** Chunks that wait for a connection, by name. */
let waiting: ReadonlyMap<string, { use: ChunkUse; retry: () => void }> = new Map();
const listeners = new Set<() => void>();

/** The uses for which chunks wait for a connection now. */
export function useWaitingChunks(): ReadonlySet<ChunkUse> {
  const chunks = useSyncExternalStore(subscribe, () => waiting);
  return new Set([...chunks.values()].map(({ use }) => use));
}

/** Tries again to load every chunk that waits. */
export function retryChunks(): void {
  for (const { retry } of waiting.values()) retry();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Waits for the connection to return, or for a person who tries again. */
async function untilRetry(name: string, use: ChunkUse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const retry = () => resolve();
  addEventListener('online', retry);
  become(new Map([...waiting, [name, { use, retry }]]));
  await promise;
  removeEventListener('online', retry);
  become(new Map([...waiting].filter(([other]) => other !== name)));
}

/** NOTE: a reload without a connection would leave a blank window; `navigator.onLine` knows only of the device's own. */
async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status < 502;
}

function timeout(name: string): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  setTimeout(() => reject(new ChunkFailed(name, 'timeout')), CHUNK_TIMEOUT_MS);
  return promise;
}

/** Browsers have no error class for it; these are the words of Chromium, Firefox and Safari, and of Vite for styles. */
function isLoadError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}

function chunkOf(error: Error): string | undefined {
  return /([\w.-]+)\.(?:js|tsx?|css)\b/.exec(error.message)?.[1];
}
