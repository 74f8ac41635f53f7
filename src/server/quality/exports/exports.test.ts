import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import { exportQualitySummary, exportQualityVerdicts } from '#contract/quality/exports.ts';
import { saveTalk } from '#server/quality/talks/talk-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const server = await testServer({ now: '2026-06-01T08:00:00Z' });
const { owner, ctx } = server;

const ITEMS = ['Greeted the client?', 'Named the price?'].map((words) => ({
  id: randomUUID(),
  words,
  weight: 1,
  isCritical: false,
  mayNotApply: true,
  part: 'whole',
  rootCauses: [],
}));

/** A finished report about a chat of an employee and one of a bot. */
async function aReport({ tenantId }: SignedUp): Promise<string> {
  const checklistId = randomUUID();
  const reportId = randomUUID();
  const checklist = JSON.stringify({ title: 'Salon', kind: 'both', items: ITEMS });
  await owner.query(
    `insert into quality_checklists (tenant_id, id, settings, created_at, updated_at) values ($1, $2, $3, now(), now())`,
    [tenantId, checklistId, checklist],
  );
  await owner.query(
    `insert into quality_reports (tenant_id, id, kind, sources, from_day, to_day, status, checklist_id, checklist_version,
       checklist, sample_percent, talks, found, cases, done, score, cap_micro_usd, summary, created_at, finished_at)
     values ($1, $2, 'chats', '{uploads}', '2026-05-01', '2026-05-31', 'Done', $3, 1, $4, 100, 2, 2, 2, 2, 50, 1000, 'All is well 🙂', now(), now())`,
    [tenantId, reportId, checklistId, checklist],
  );
  for (const [index, employee] of ['=Maria', 'Aurora'].entries()) {
    const talkId = await withTenant(ctx, tenantId, (scope) =>
      saveTalk(scope, {
        kind: 'chats',
        source: 'uploads',
        sourceKey: String(index),
        title: 'Anna',
        startedAt: Temporal.Instant.from(`2026-05-0${index + 1}T10:00:00Z`),
        lines: [],
        seconds: null,
        conversationId: null,
        recordingId: null,
      }),
    );
    const caseId = randomUUID();
    await owner.query(
      `insert into quality_cases (tenant_id, id, report_id, talk_id, part, employee, is_bot, from_line, to_line, state, score, day)
       values ($1, $2, $3, $4, 0, $5, $6, 0, 1, 'done', $7, $8)`,
      [tenantId, caseId, reportId, talkId, employee, index === 1, index * 100, `2026-05-0${index + 1}`],
    );
    for (const [place, item] of ITEMS.entries())
      await owner.query(
        `insert into quality_verdicts (tenant_id, id, case_id, item_id, verdict, model_verdict, quote, line, comment, root_cause, created_at)
         values ($1, gen_random_uuid(), $2, $3, $4, 'yes', $5, $6, '', $7, now())`,
        [
          tenantId,
          caseId,
          item.id,
          index === 0 ? 'no' : 'yes',
          `said ${place}`,
          place,
          index === 0 ? 'Was in a hurry' : null,
        ],
      );
  }
  return reportId;
}

async function save({ token }: SignedUp, path: string, reportId: string, language: Language | 'xx' = 'en') {
  const answer = await fetch(`${server.origin}${path.replace(':reportId', reportId)}?language=${language}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

test('a workbook has one row per verdict, with the words of the language', async () => {
  const cabinet = await server.signUp();
  const reportId = await aReport(cabinet);
  const { status, bytes } = await save(cabinet, exportQualityVerdicts.path, reportId);
  expect(status).toBe(200);
  const rows = (await Array.fromAsync(readXlsx(bytes))).map(({ cells }) => cells);
  expect(rows).toEqual([
    [
      'Date',
      'Client',
      'Employee',
      'Bot',
      'Question',
      'Verdict',
      'Verdict of the AI',
      'Quote',
      'Line or time',
      'Cause',
      'Comment',
      'Score of the talk',
    ],
    [
      '2026-05-01 13:00',
      'Anna',
      '=Maria',
      '',
      'Greeted the client?',
      'no',
      'yes',
      'said 0',
      'line 1',
      'Was in a hurry',
      '',
      '0',
    ],
    [
      '2026-05-01 13:00',
      'Anna',
      '=Maria',
      '',
      'Named the price?',
      'no',
      'yes',
      'said 1',
      'line 2',
      'Was in a hurry',
      '',
      '0',
    ],
    [
      '2026-05-02 13:00',
      'Anna',
      'Aurora',
      'bot',
      'Greeted the client?',
      'yes',
      'yes',
      'said 0',
      'line 1',
      '',
      '',
      '100',
    ],
    ['2026-05-02 13:00', 'Anna', 'Aurora', 'bot', 'Named the price?', 'yes', 'yes', 'said 1', 'line 2', '', '', '100'],
  ]);
  const russian = (
    await Array.fromAsync(readXlsx((await save(cabinet, exportQualityVerdicts.path, reportId, 'ru')).bytes))
  )[1];
  expect(russian?.cells[5]).toBe('нет');
});

test.each(['en', 'ru', 'pt_br', 'uk'] as const)('the summary is drawn in %s', async (language) => {
  const cabinet = await server.signUp();
  const { status, type, bytes } = await save(cabinet, exportQualitySummary.path, await aReport(cabinet), language);
  expect([status, type, bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
  expect(bytes.length).toBeGreaterThan(5_000);
});

test('another cabinet, a stranger, and another language are refused', async () => {
  const [cabinet, neighbour] = [await server.signUp(), await server.signUp()];
  const reportId = await aReport(cabinet);
  const statusOf = async (caller: SignedUp, ...rest: [string, string, 'xx'?]) => (await save(caller, ...rest)).status;
  for (const { path } of [exportQualityVerdicts, exportQualitySummary]) {
    expect(await statusOf(neighbour, path, reportId)).toBe(404);
    expect(await statusOf({ ...cabinet, token: 'x' }, path, reportId)).toBe(401);
    expect(await statusOf(cabinet, path, reportId, 'xx')).toBe(400);
    expect(await statusOf(cabinet, path, 'nothing')).toBe(404);
  }
});
