import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/server/database.ts';
import { runKillTest, TAKEOVER_LIMIT_MS } from '#server/testing/kill/kill-run.ts';

const { url } = await testDatabase();

test(
  'workers killed and frozen while they send lose nothing, double nothing, and exceed no limit',
  { timeout: 240_000 },
  async () => {
    const report = await runKillTest(url, {
      numbers: 2,
      messages: 900,
      passing: 300,
      bots: 1,
      chats: 40,
      botMessages: 150,
      kills: 3,
      freezes: 1,
      log: () => {},
    });
    expect(report).toMatchObject({
      whatsapp: { messages: 900, lost: 0, doubled: 0 },
      telegram: { messages: 150, lost: 0, doubled: 0 },
      limitsExceeded: 0,
      freezes: 1,
    });
    expect(report.whatsapp.passed).toBeGreaterThan(20);
    expect(report.telegram.unknown).toBeLessThanOrEqual(report.telegram.inFlightAtKills);
    // Another process takes over; the time it takes is measured by `npm run test:kill`, which has the machine to
    // itself.
    expect(Math.max(0, ...report.takeoversMs)).toBeLessThan(TAKEOVER_LIMIT_MS);
  },
);
