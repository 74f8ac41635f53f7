import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contract/assistants/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp, runRepeated } = await testServer({ now: '2026-11-21T09:00:00Z' });

type SignedUp = Awaited<ReturnType<typeof signUp>>;

async function aCall({ tenantId }: SignedUp, at: string): Promise<void> {
  await owner.query(
    `insert into model_calls (tenant_id, id, purpose, subject_key, provider, model, input_tokens, output_tokens, cached_tokens,
      is_estimated, cost_micro_usd, duration_ms, outcome, called_at)
     values ($1, $2, 'assistant', 'turn', 'one', 'a', 10, 10, 0, false, 5, 10, 'done', $3)`,
    [tenantId, randomUUID(), at],
  );
}

test('calls of models are deleted after a year and a month, in every cabinet', async () => {
  const salons = [await signUp(), await signUp()];
  for (const salon of salons) for (const at of ['2025-10-01', '2025-11-01', '2026-11-01']) await aCall(salon, at);
  await runRepeated('models.forget-old-calls');
  await runRepeated('models.forget-old-calls');
  for (const { tenantId } of salons) {
    const { rows } = await owner.query(
      `select to_char(called_at at time zone 'UTC', 'YYYY-MM-DD') as day from model_calls where tenant_id = $1 order by 1`,
      [tenantId],
    );
    expect(rows.map(({ day }) => day)).toEqual(['2025-11-01', '2026-11-01']);
  }
});

test('messages of trials are deleted after three months with their turns, those of conversations stay', async () => {
  const salon = await signUp();
  const { tenantId, token } = salon;
  const { body: assistant } = await call(contract.createAssistant, { token, body: { title: 'Ника', trade: null } });
  const { rows: members } = await owner.query('select id from members where tenant_id = $1', [tenantId]);
  const aMessage = async (at: string) => {
    const turnId = randomUUID();
    await owner.query(
      `insert into assistant_turns (tenant_id, id, assistant_id, version, key, question, outcome, at)
       values ($1, $2, $3, 1, $4, 'q', 'answered', $5)`,
      [tenantId, turnId, assistant.id, turnId, at],
    );
    await owner.query(
      `insert into assistant_trial_messages (tenant_id, id, assistant_id, member_id, sender, body, turn_id, at)
       values ($1, $2, $3, $4, 'assistant', 'a', $5, $6)`,
      [tenantId, randomUUID(), assistant.id, members[0].id, turnId, at],
    );
  };
  for (const at of ['2026-08-01', '2026-08-30', '2026-11-20']) await aMessage(at);
  await runRepeated('assistants.forget-old-trials');
  for (const table of ['assistant_trial_messages', 'assistant_turns']) {
    const { rows } = await owner.query(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from ${table} where tenant_id = $1 order by 1`,
      [tenantId],
    );
    expect(rows.map(({ day }) => day)).toEqual(['2026-08-30', '2026-11-20']);
  }
});
