import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a wrong configuration is reported by variable, and nothing is started', () => {
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', FRONTDESK_SECRET_KEY: 'short', PORT: 'x' };
  const { status, stderr, stdout } = spawnSync(process.execPath, ['src/server/main.ts'], { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('at FRONTDESK_SECRET_KEY');
  expect(stderr).toContain('at PORT');
  expect(stderr).not.toContain('node:internal');
});
