import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchSignedIn } from './api.ts';
import { createEventReader } from './event-stream.ts';
import { textIn } from './known.ts';

const PATH = '/api/v1/events';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Milliseconds; rooms that change within them are refetched together. */
const GATHER_MS = 250;

/** The room name the server sends when more was missed than it stores. */
const EVERYTHING = '*';

/**
 * Keeps visible data fresh: when the server announces that a room changed, its queries are refetched.
 *
 * One tab of the browser opens the stream and informs the others, since a browser allows six connections to a host.
 */
export function useRealtime(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const channel = new BroadcastChannel('changed-rooms');
    const refetch = gather((rooms) => {
      const isEverything = rooms.has(EVERYTHING);
      if (isEverything) return void queryClient.invalidateQueries();
      for (const room of rooms) void invalidateRoom(queryClient, room);
    });
    channel.addEventListener('message', ({ data }) => refetch(String(data)));

    const lead = () =>
      follow(stop.signal, (room) => {
        refetch(room);
        channel.postMessage(room);
      });
    void leadAlone(lead, stop.signal);
    return () => {
      stop.abort();
      channel.close();
    };
  }, [queryClient]);
}

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    queryMeta: {
      /** Rooms, beside the one in its key, whose data the query contains. */
      alsoShows?: readonly string[];
    };
  }
}

/** Refetches every query with data of a room: the room's own, and those that declare it. */
export function invalidateRoom(queryClient: QueryClient, room: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] === room || meta?.alsoShows?.includes(room) === true,
  });
}

async function leadAlone(lead: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) return lead();
  await navigator.locks.request('event-stream', { signal }, lead).catch(() => undefined); // NOTE: rejects only when the wait is aborted
}

/** Keeps the stream open until aborted, and resumes after the last received event. */
async function follow(signal: AbortSignal, onRoom: (room: string) => void): Promise<void> {
  let lastId = '';
  let pauseMs = FIRST_PAUSE_MS;
  const read = (): ((piece: string) => void) =>
    createEventReader(({ id, data }) => {
      lastId = id || lastId;
      pauseMs = FIRST_PAUSE_MS;
      const room = roomOf(data);
      if (room !== undefined) onRoom(room);
    });

  while (!signal.aborted) {
    const headers: HeadersInit = lastId ? { 'Last-Event-ID': lastId } : {};
    try {
      const response = await fetchSignedIn(PATH, { headers, signal });
      if (response.ok && response.body) await readAll(response.body, read());
    } catch {
      // NOTE: a broken stream is resumed below
    }
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>, take: (piece: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) take(piece.value);
}

/** Waits; ends early when aborted or when the connection returns. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const done = () => resolve();
  addEventListener('online', done);
  signal.addEventListener('abort', done);
  return promise.finally(() => {
    clearTimeout(timer);
    removeEventListener('online', done);
    signal.removeEventListener('abort', done);
  });
}

function gather(work: (rooms: Set<string>) => void): (room: string) => void {
  let rooms = new Set<string>();
  return (room) => {
    if (rooms.size === 0) {
      setTimeout(() => {
        const gathered = rooms;
        rooms = new Set();
        work(gathered);
      }, GATHER_MS);
    }
    rooms.add(room);
  };
}

function roomOf(data: string): string | undefined {
  try {
    return textIn(JSON.parse(data)?.room);
  } catch {
    return undefined;
  }
}
