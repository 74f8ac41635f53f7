import { beforeEach, expect, test } from 'vitest';
import { addReadyChecklist } from '#contract/quality/checklists.ts';
import * as contract from '#contract/quality/reports.ts';
import { worldModels } from '#server/platform/deployment/ai-providers.ts';
import { judgedTalks } from '#server/testing/houses/judged-talks.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';

const server = await testServer({ now: '2026-03-02T08:00:00Z' });
const { call, runJobs } = server;
const house = await judgedTalks(server);
const world = await simulateWorld();
Object.assign(server.ctx.config.ai, { ...worldModels(world.url), trialCreditMicroUsd: 1_000_000 });

let owner: SignedUp;
beforeEach(async () => {
  owner = await server.signUp();
});

test("the world's model judges a talk by a ready checklist with quotes that stand in it", async () => {
  const { token } = owner;
  await house.addTalk(owner.tenantId, [
    'client: Здравствуйте, сколько стоит стрижка?',
    'Мария: Добрый день! Меня зовут Мария, стрижка стоит 1500 рублей',
    'client: Можно завтра в 15:00?',
    'Мария: Записала вас на завтра на 15:00 к Ольге',
    'client: Спасибо',
    'Мария: Вам спасибо, до свидания!',
  ]);
  const { body: checklist } = await call(addReadyChecklist, { token, body: { trade: 'salon', language: 'ru' } });
  const { body: ordered } = await house.order(owner, checklist.id);
  await runJobs();
  const params = { reportId: ordered.id };
  const { body: report } = await call(contract.getQualityReport, { token, params });
  expect(report).toMatchObject({ status: 'Done', done: 1, failed: 0 });
  const { body: cases } = await call(contract.listQualityCases, { token, params });
  const { body: one } = await call(contract.getQualityCase, { token, params: { caseId: cases.items[0]!.id } });
  expect(one.verdicts).toHaveLength(checklist.settings.items.length);
  const of = (words: string) => one.verdicts.find((verdict) => verdict.words.includes(words));
  expect(of('поздоровался')).toMatchObject({ verdict: 'yes', line: 1 });
  expect(of('попрощался')).toMatchObject({ verdict: 'yes', line: 5 });
  for (const { verdict, quote, line } of one.verdicts)
    if (verdict === 'yes' || verdict === 'no') expect(one.transcript[line!]!.text).toContain(quote);
});
