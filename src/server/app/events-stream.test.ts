import { expect, test } from 'vitest';
import { testServer } from '#server/testing/http.ts';

const { origin, signUp } = await testServer();

test('a reader who names a change we never told is heard as one who names none', async () => {
  const { token } = await signUp();
  for (const lastId of ['1.5', '1e300', '99999999999999999999', '-1', 'nonsense']) {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': lastId };
    const stop = new AbortController();
    const answer = await fetch(`${origin}/api/v1/events`, { headers, signal: stop.signal });
    expect([lastId, answer.status, answer.headers.get('content-type')]).toEqual([lastId, 200, 'text/event-stream']);
    stop.abort();
  }
});
