import { afterAll, beforeEach } from 'vitest';
import type { ModelMessage } from 'ai';
import type { TenantId } from '#contract/tenants/ids.ts';
import { generate } from '#server/models/generating-actions.ts';
import type { GenerateInput } from '#server/models/port.ts';
import { AI_LIMITS, AiProviders, type AiModels } from '#server/platform/deployment/ai-providers.ts';
import type { Context } from '#server/platform/context/context.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testContext } from '#server/testing/server/context.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { type ModelServer, modelServer } from '#server/testing/world/model-server.ts';

export const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
export const CREDIT = 1_000_000;

/** Money as the models of the house cost it: a dollar per million tokens in, two per million out. */
const PRICES = { inputPrice: 1, outputPrice: 2, contextTokens: 100_000 };

/** Two providers of one server: `one` with model `a`, then `two` with model `b`. */
export function twoProviders(baseUrl: string, change: Record<string, unknown> = {}): AiModels {
  const provider = (name: string, model: string) => ({
    name,
    baseUrl,
    apiKey: `key of ${name}`,
    models: { fast: [{ model, ...PRICES, ...change }] },
  });
  const given = {
    providers: [
      {
        ...provider('one', 'a'),
        embedding: { model: 'e', price: 1, dimensions: 3 },
        transcription: { model: 't', pricePerMinute: 0.006 },
      },
      provider('two', 'b'),
    ],
  };
  const models = AiProviders.parse(JSON.stringify(given));
  if (!models) throw new Error('no models');
  return models;
}

/** A database, a server of models, and a tenant with a trial's credit of one dollar for each test. */
export async function aModelHouse() {
  const { db, owner, url } = await testDatabase();
  const server: ModelServer = await modelServer();
  const http = createHttpClient();
  afterAll(() => http.close());
  const { aTenant } = builders(owner);
  const logged: unknown[][] = [];
  const note = (...entry: unknown[]) => void logged.push(entry);
  const log = { debug: note, info: note, warn: note, error: note };
  const ai = {
    ...twoProviders(server.baseUrl),
    isSimulated: false,
    trialCreditMicroUsd: CREDIT,
    trialReviews: 20,
    limits: AI_LIMITS,
  };
  const config = { publicUrl: 'https://cabinet.example', supportEmail: 'help@frontdesk.example', ai };
  const ctx = testContext({
    db,
    http: http.send,
    clock: { now: () => NOW },
    ...({ log, config } as unknown as Pick<Context, 'log' | 'config'>), // NOTE: what models use of them
  });
  const house = {
    ctx,
    config,
    db,
    owner,
    url,
    server,
    logged,
    tenantId: '' as TenantId,
    complete,
    limit,
    calls,
    breakers,
    money,
  };
  beforeEach(async () => {
    server.reset();
    logged.splice(0);
    Object.assign(ai, twoProviders(server.baseUrl), { limits: AI_LIMITS });
    await owner.query('delete from model_breakers');
    house.tenantId = await aTenant();
  });
  return house;

  /** Shorter times until the next test. */
  function limit(change: Partial<typeof AI_LIMITS>): void {
    ai.limits = { ...AI_LIMITS, ...change };
  }

  function complete<T = never>(change: Partial<GenerateInput<T>> = {}, by = ctx) {
    const messages: ModelMessage[] = [{ role: 'user', content: 'Сколько стоит стрижка?' }];
    return generate<T>(by, {
      tenantId: house.tenantId,
      model: 'fast',
      purpose: 'assistant',
      key: 'turn:1',
      instructions: 'You answer for a salon.',
      messages,
      signal: new AbortController().signal,
      reserve: true,
      ...change,
    });
  }

  async function calls() {
    const { rows } = await owner.query<{ model: string; outcome: string; cost: number; input: number; output: number }>(
      `select model, outcome, cost_micro_usd::int as cost, input_tokens as input, output_tokens as output
       from model_calls where tenant_id = $1 order by id`,
      [house.tenantId],
    );
    return rows;
  }

  async function breakers() {
    const { rows } = await owner.query<{ model: string; failures: number; seconds: number | null }>(
      `select model, failures, round(extract(epoch from opened_until - clock_timestamp()))::int as seconds
       from model_breakers order by 1`,
    );
    return rows;
  }

  /** The account with its proof: the balance is the sum of entries, the reserve that of reservations. */
  async function money() {
    const { rows } = await owner.query<{ balance: number; reserved: number; entries: number; reservations: number }>(
      `select a.balance, a.reserved,
         (select coalesce(sum(amount), 0)::bigint from balance_entries e where e.tenant_id = a.tenant_id) as entries,
         (select coalesce(sum(amount), 0)::bigint from balance_reservations r where r.tenant_id = a.tenant_id) as reservations
       from balance_accounts a where tenant_id = $1`,
      [house.tenantId],
    );
    return rows[0];
  }
}
