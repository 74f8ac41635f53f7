import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export type Answer = { status: number; retryAfterMs: number };

const TIMEOUT_MS = 10_000;

/** A way to post that keeps its own connections open. */
export type Postman = {
  /** Posts a body; undefined when no answer came. */
  post(url: string, headers: Record<string, string>, body: string, timeoutMs?: number): Promise<Answer | undefined>;
  close(): void;
};

/** Plain `node:http`, because load tests send tens of thousands. */
export function createPostman(): Postman {
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 64 });
  const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 64 });

  const tryPost = (
    url: string,
    headers: Record<string, string>,
    body: string,
    { timeoutMs, onNewConnection }: { timeoutMs: number; onNewConnection: boolean },
  ) =>
    new Promise<Answer | undefined>((resolve) => {
      const bytes = Buffer.from(body);
      const secure = url.startsWith('https:');
      const agent = secure ? httpsAgent : httpAgent;
      const options = {
        method: 'POST',
        agent: onNewConnection ? false : agent,
        timeout: timeoutMs,
        headers: { 'content-type': 'application/json', ...headers, 'content-length': bytes.length },
      };
      try {
        const request = (secure ? httpsRequest : httpRequest)(url, options, (response) => {
          response.resume();
          response.on('error', () => resolve(undefined));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfterMs: retryAfterMs(response) }));
        });
        let isLate = false;
        request.on('timeout', () => {
          isLate = true;
          request.destroy();
        });
        // The product may close a kept connection just when it is used again: what was posted there was not read.
        const isStale = () => request.reusedSocket && !isLate;
        request.on('error', () =>
          resolve(isStale() ? tryPost(url, headers, body, { timeoutMs, onNewConnection: true }) : undefined),
        );
        request.end(bytes);
      } catch {
        resolve(undefined); // an address that cannot be called is a call that was not answered
      }
    });

  return {
    post: (url, headers, body, timeoutMs = TIMEOUT_MS) =>
      tryPost(url, headers, body, { timeoutMs, onNewConnection: false }),
    close: () => {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

function retryAfterMs({ headers }: IncomingMessage): number {
  const seconds = Number(headers['retry-after'] ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
