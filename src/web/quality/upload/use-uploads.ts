import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { forget, sendFile, type UploadCalls, uploadCalls } from './sending.ts';

/** `lost`: the connection is away, and is tried again by itself. */
export type UploadState = 'waiting' | 'sending' | 'lost' | 'paused' | 'refused' | 'done';

export type FileUpload = {
  key: string;
  file: File;
  /** Bytes that the server has. */
  sent: number;
  state: UploadState;
  error: unknown;
};

type Change = { add: FileUpload[] } | { key: string; with: Partial<FileUpload> } | { remove: string };

function changed(uploads: readonly FileUpload[], change: Change): readonly FileUpload[] {
  if ('add' in change) return [...uploads, ...change.add];
  if ('remove' in change) return uploads.filter(({ key }) => key !== change.remove);
  return uploads.map((one) => (one.key === change.key ? { ...one, ...change.with } : one));
}

/** Waits; ends early when the browser is online again. */
const waitForLine = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    addEventListener('online', end, { once: true });
  });

/** Files on their way to the server, one after another. Leaving the page pauses them; choosing the same file again goes on. */
export function useUploads({
  calls = uploadCalls,
  employeeName = '',
}: { calls?: UploadCalls; employeeName?: string } = {}) {
  const queryClient = useQueryClient();
  const [uploads, change] = useReducer(changed, []);
  const running = useRef<{ key: string; stop: AbortController } | null>(null);
  useEffect(() => () => running.current?.stop.abort(), []);

  const next = uploads.find(({ state }) => state === 'waiting');
  const isBusy = uploads.some(({ state }) => state === 'sending' || state === 'lost');
  useEffect(() => {
    if (!next || isBusy || running.current) return;
    const { key, file } = next;
    const stop = new AbortController();
    running.current = { key, stop };
    const become = (part: Partial<FileUpload>) => {
      if (!stop.signal.aborted) change({ key, with: part });
    };
    become({ state: 'sending', error: null });
    sendFile({
      file,
      employeeName,
      calls,
      signal: stop.signal,
      onProgress: (sent) => become({ sent, state: 'sending' }),
      onLost: () => become({ state: 'lost' }),
      wait: waitForLine,
    })
      .then(() => {
        become({ state: 'done', sent: file.size });
        return queryClient.invalidateQueries({ queryKey: ['quality'] });
      })
      .catch((error: unknown) => become({ state: 'refused', error }))
      .finally(() => {
        if (running.current?.stop === stop) running.current = null;
        change({ key, with: {} }); // NOTE: the next one begins
      });
  }, [next, isBusy, calls, employeeName, queryClient]);

  const halt = (key: string) => {
    if (running.current?.key !== key) return;
    running.current.stop.abort();
    running.current = null;
  };
  return {
    uploads,
    add(files: readonly File[]) {
      change({
        add: files.map((file) => ({ key: crypto.randomUUID(), file, sent: 0, state: 'waiting', error: null })),
      });
    },
    pause(key: string) {
      halt(key);
      change({ key, with: { state: 'paused' } });
    },
    resume: (key: string) => change({ key, with: { state: 'waiting', error: null } }),
    remove(key: string) {
      halt(key);
      const upload = uploads.find((one) => one.key === key);
      if (upload && upload.state !== 'done') forget(upload.file); // NOTE: the server deletes its pieces after a day
      change({ remove: key });
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
