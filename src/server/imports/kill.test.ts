import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ContactImport, getImport, startImport, uploadImport } from '#contract/imports/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { type Program, startProgram } from '#server/testing/kill/processes.ts';

const SECRET = 'a secret of the tests that nobody else knows';
const server = await testServer();

/** A worker in a process of its own, which may be killed. */
const startWorker = (): Program =>
  startProgram(['src/server/main.ts', '--role', 'worker'], {
    DATABASE_URL: server.url,
    FRONTDESK_SECRET_KEY: SECRET,
    FRONTDESK_DATA_DIR: server.ctx.config.dataDir,
    LOG_LEVEL: 'fatal',
  });

const ROWS = 8_000;
const KILLS = 2;

/** Every tenth row has no phone, and every tenth repeats the phone two rows above. */
const list = [
  'Имя;Телефон',
  ...Array.from({ length: ROWS }, (_, n) => {
    if (n % 10 === 0) return `Без номера ${n};`;
    return `Клиент ${n};8916${2_000_000 + (n % 10 === 9 ? n - 2 : n)}`;
  }),
].join('\n');

test(
  'an import whose worker is killed again and again ends with every row exactly once',
  { timeout: 240_000 },
  async () => {
    const { token, tenantId } = await server.signUp();
    const form = new FormData();
    form.set('file', new Blob([list]), 'clients.csv');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.origin}${uploadImport.path}`, { method: 'POST', body: form, headers });
    const draft = (await answer.json()) as ContactImport;
    const params = { importId: draft.id };
    const columns = draft.columns.map(({ field }) => field);
    const settings = { consentSource: 'Form', consentedOn: null, updatesExisting: false, allowsForeign: true };
    await server.call(startImport, { token, params, body: { columns, tags: ['List'], ...settings } });
    const read = async () => (await server.call(getImport, { token, params })).body;
    const until = async (isThere: (one: ContactImport) => boolean) => {
      for (;;) {
        const one = await read();
        if (isThere(one)) return one;
        await sleep(5);
      }
    };

    let worker = startWorker();
    const killedAt: number[] = [];
    while (killedAt.length < KILLS) {
      const least = (killedAt.at(-1) ?? 0) + 1_000;
      await until(({ rows }) => rows >= least);
      await sleep(Math.random() * 40);
      worker.kill('SIGKILL');
      await worker.ended;
      killedAt.push((await read()).rows);
      worker = startWorker();
    }
    const done = await until(({ status }) => status !== 'running');
    worker.kill('SIGKILL');
    await worker.ended;

    expect(killedAt.every((rows) => rows < ROWS)).toBe(true);
    expect(done).toMatchObject({
      status: 'done',
      total: ROWS,
      rows: ROWS,
      created: ROWS * 0.8,
      updated: 0,
      unchanged: 0,
      duplicates: ROWS * 0.1,
      rejected: ROWS * 0.1,
    });
    const { rows } = await server.owner.query(
      `select (select count(*) from contacts where tenant_id = $1)::int as contacts,
       (select count(*) from contact_tags where tenant_id = $1)::int as tags,
       (select count(*) from imported_contacts where tenant_id = $1)::int as listed,
       (select count(distinct row_number) from (
          select row_number from imported_contacts where tenant_id = $1
          union all select row_number from import_rejections where tenant_id = $1) all_rows)::int as rows`,
      [tenantId],
    );
    expect(rows).toEqual([{ contacts: ROWS * 0.8, tags: ROWS * 0.8, listed: ROWS * 0.8, rows: ROWS }]);
  },
);
