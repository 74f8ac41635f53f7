import type { ServerResponse } from 'node:http';
import type { Channel } from './journal.ts';

/** Publishes changes to the page by server-sent events. */
export type Topic = Channel | 'log' | 'clock' | 'engineer' | 'programs';

export type Bulletin = {
  publish(topic: Topic): void;
  listen(response: ServerResponse): void;
  close(): void;
};

/** Interval of one batch of changes in milliseconds, so that a load test does not flood the page. */
const GATHER_MS = 120;

export function createBulletin(): Bulletin {
  const listeners = new Set<ServerResponse>();
  let topics = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;

  const publish = () => {
    timer = undefined;
    for (const topic of topics) {
      for (const listener of listeners) listener.write(`data: ${JSON.stringify({ topic })}\n\n`);
    }
    topics = new Set();
  };

  return {
    publish: (topic) => {
      if (listeners.size === 0) return;
      topics.add(topic);
      timer ??= setTimeout(publish, GATHER_MS);
    },
    listen: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': hello\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    close: () => {
      clearTimeout(timer);
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}
