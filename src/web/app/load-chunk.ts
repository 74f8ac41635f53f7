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

/**
 * Loads a piece of the app.
 *
 * A missing piece mostly means that a new version was put out: the page is started anew once, and only when that did
 * not help does the person see an error. Pieces have names of their own: one that loads says nothing of another.
 *
 * @throws ChunkFailed naming the piece and the kind of failure
 */
export async function loadChunk<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  const reloadedKey = `reloaded-for-${name}`;
  try {
    const module = await Promise.race([load(), timeout(name)]);
    sessionStorage.removeItem(reloadedKey);
    return module;
  } catch (error) {
    if (error instanceof ChunkFailed) throw error;
    if (!isLoadError(error)) throw error;
    if (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      return loadChunk(name, load); // NOTE: a reload without a connection would leave a blank window
    }
    if (!sessionStorage.getItem(reloadedKey)) {
      sessionStorage.setItem(reloadedKey, 'yes');
      location.reload();
      return new Promise(() => undefined); // NOTE: the reload ends this page
    }
    throw new ChunkFailed(chunkOf(error) ?? name, 'missing', { cause: error });
  }
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
