import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataRoom } from '#contract/data-rooms.ts';
import { fetchSignedIn } from './api.ts';
import { createEventReader } from './event-stream.ts';
import { textIn } from './known.ts';
import { emitLive, type LiveEvents } from './live-events.ts';
import { supportMark } from './support.ts';
import { noteStream, whenStreamIsWanted } from './live-state.ts';

const PATH = '/api/v1/events';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The server writes every 25 seconds; a stream that is silent for longer lost its connection unnoticed. */
const SILENCE_MS = 60_000;
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
    const channel = new BroadcastChannel(`changed-rooms${supportMark()}`);
    const refetch = gather((rooms) => {
      for (const room of rooms) emitLive({ room });
      const isEverything = rooms.has(EVERYTHING);
      if (isEverything) return void queryClient.invalidateQueries();
      for (const room of rooms) void invalidateRoom(queryClient, room);
    });
    const take = ({ room, ...events }: Partial<LiveEvents>) => {
      emitLive(events);
      if (room !== undefined) refetch(room);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Announcement>) => {
      if ('payload' in data) take(data.payload);
      else noteStream(data.stream);
    });
    const announce = (announcement: Announcement) => channel.postMessage(announcement);

    const lead = () =>
      follow(stop.signal, {
        onPayload(payload) {
          take(payload);
          announce({ payload });
        },
        onState(stream) {
          noteStream(stream);
          announce({ stream });
        },
      });
    void leadAlone(lead, stop.signal);
    return () => {
      stop.abort();
      channel.close();
    };
  }, [queryClient]);
}

/** Message of the tab with the stream to the other tabs. */
type Announcement = { payload: Partial<LiveEvents> } | { stream: 'live' | 'broken' };

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    queryKey: readonly [DataRoom, ...unknown[]];
    queryMeta: {
      /** Rooms, beside the one in its key, whose data the query contains. */
      alsoShows?: readonly DataRoom[];
      /** Kept fresh by events of its own (`onLive`): a change of its room does not refetch it. */
      followsEvents?: true;
    };
  }
}

/** Refetches every query with data of a room: the room's own, and those that declare it; not those that follow events. */
export function invalidateRoom(queryClient: QueryClient, room: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      meta?.followsEvents !== true && (queryKey[0] === room || meta?.alsoShows?.some((one) => one === room) === true),
  });
}

async function leadAlone(lead: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) return lead();
  await navigator.locks.request(`event-stream${supportMark()}`, { signal }, lead).catch(() => undefined); // NOTE: rejects only when the wait is aborted
}

type Follower = { onPayload: (payload: Partial<LiveEvents>) => void; onState: (state: 'live' | 'broken') => void };

/**
 * Keeps the stream open until aborted, and resumes after the last received event. Where there was none before the stream
 * broke, everything may have changed.
 */
async function follow(signal: AbortSignal, { onPayload, onState }: Follower): Promise<void> {
  let lastId = '';
  let pauseMs = FIRST_PAUSE_MS;
  let missedAll = false;
  const read = (): ((piece: string) => void) =>
    createEventReader(({ id, data }) => {
      lastId = id || lastId;
      pauseMs = FIRST_PAUSE_MS;
      const payload = payloadOf(data);
      if (payload) onPayload(payload);
    });

  while (!signal.aborted) {
    const headers: HeadersInit = lastId ? { 'Last-Event-ID': lastId } : {};
    try {
      const connection = new AbortController();
      const either = AbortSignal.any([signal, connection.signal]);
      const response = await fetchSignedIn(PATH, { headers, signal: either });
      if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`);
      onState('live');
      if (missedAll) onPayload({ room: EVERYTHING });
      missedAll = false;
      await readAll(response.body, read(), () => connection.abort());
    } catch {
      // NOTE: a broken stream is resumed below
      if (signal.aborted) return;
      missedAll ||= lastId === '';
      onState('broken');
    }
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** @param cutOff ends a connection over which nothing comes any more, or that the device has lost */
async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (piece: string) => void,
  cutOff: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let silence = setTimeout(cutOff, SILENCE_MS);
  addEventListener('offline', cutOff);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(cutOff, SILENCE_MS);
      take(piece.value);
    }
  } finally {
    clearTimeout(silence);
    removeEventListener('offline', cutOff);
  }
}

/** Waits; ends early when aborted, when the connection returns, or when a person wants the stream. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const done = () => resolve();
  const stopWanting = whenStreamIsWanted(done);
  addEventListener('online', done);
  signal.addEventListener('abort', done);
  return promise.finally(() => {
    clearTimeout(timer);
    stopWanting();
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

function payloadOf(data: string): Partial<LiveEvents> | undefined {
  try {
    const payload: unknown = JSON.parse(data);
    if (typeof payload !== 'object' || payload === null) return undefined;
    return { ...payload, room: 'room' in payload ? textIn(payload.room) : undefined };
  } catch {
    return undefined;
  }
}
