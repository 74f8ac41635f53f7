import { Gauge, type Registry } from 'prom-client';
import type { OperatorHealth } from '#contract/admin/health.ts';
import { readHealth } from '#server/admin/health/health-reads.ts';
import type { Context } from '#server/platform/context/context.ts';

type Sample = { labels?: Record<string, string>; value: number | null };

/** Gauges of the whole deployment: every process reports the same. */
const GAUGES: readonly {
  name: string;
  help: string;
  labels: readonly string[];
  read: (health: OperatorHealth) => Sample[];
}[] = [
  {
    name: 'webhooks_accepted_per_second',
    help: 'Webhooks accepted per second, in the last 5 minutes.',
    labels: [],
    read: ({ webhooksPerSecond }) => [{ value: webhooksPerSecond }],
  },
  ...(
    [
      ['sending_waiting', 'Messages due within an hour or already, at the last count.', 'waiting'],
      ['sending_late', 'Messages due for more than a minute, at the last count.', 'late'],
      ['sending_undecided', 'Messages sent without an answer, not resolved yet.', 'undecided'],
      [
        'sending_lateness_p99_seconds',
        'Within so many seconds after their time 99 of 100 messages of the last hour left.',
        'latenessP99Seconds',
      ],
    ] as const
  ).map(([name, help, field]) => ({
    name,
    help,
    labels: ['provider', 'kind'],
    read: ({ sending }: OperatorHealth) =>
      sending.map((row) => ({ labels: { provider: row.provider, kind: row.kind }, value: row[field] })),
  })),
  {
    name: 'sending_outcomes_last_hour',
    help: 'Outcomes of sends in the last hour: sent, failed.',
    labels: ['provider', 'kind', 'outcome'],
    read: ({ sending }) =>
      sending.flatMap(({ provider, kind, sentLastHour, failedLastHour }) => [
        { labels: { provider, kind, outcome: 'sent' }, value: sentLastHour },
        { labels: { provider, kind, outcome: 'failed' }, value: failedLastHour },
      ]),
  },
  {
    name: 'sending_pauses',
    help: 'Pauses of sending that hold.',
    labels: [],
    read: ({ openPauses }) => [{ value: openPauses }],
  },
  ...(
    [
      ['jobs_waiting', 'Jobs that are due and wait for a worker.', 'waiting'],
      ['jobs_failing', 'Jobs that failed and wait for another attempt that is due.', 'failing'],
      ['job_lateness_p99_seconds', 'Lateness of waiting jobs, 99th percentile.', 'latenessP99Seconds'],
      ['job_lateness_seconds', 'Lateness of the job that waits longest.', 'oldestSeconds'],
    ] as const
  ).map(([name, help, field]) => ({
    name,
    help,
    labels: ['job'],
    read: ({ queues }: OperatorHealth) => queues.map((row) => ({ labels: { job: row.job }, value: row[field] })),
  })),
  {
    name: 'model_calls_last_hour',
    help: 'Calls of language models in the last hour: all, failed.',
    labels: ['provider', 'model', 'outcome'],
    read: ({ models }) =>
      models.flatMap(({ provider, model, callsLastHour, failedLastHour }) => [
        { labels: { provider, model, outcome: 'all' }, value: callsLastHour },
        { labels: { provider, model, outcome: 'failed' }, value: failedLastHour },
      ]),
  },
  {
    name: 'model_cost_last_hour_usd',
    help: 'Price of the calls of language models in the last hour, in US dollars.',
    labels: ['provider', 'model'],
    read: ({ models }) =>
      models.map(({ provider, model, costLastHourMicroUsd }) => ({
        labels: { provider, model },
        value: costLastHourMicroUsd / 1_000_000,
      })),
  },
  {
    name: 'model_breaker_open',
    help: '1: the model is not called after failures; 0: it failed lately.',
    labels: ['provider', 'model'],
    read: ({ breakers }) =>
      breakers.map(({ provider, model, openUntil }) => ({ labels: { provider, model }, value: openUntil ? 1 : 0 })),
  },
  {
    name: 'database_connections',
    help: 'Connections to the database.',
    labels: [],
    read: ({ database }) => [{ value: database.connections }],
  },
  {
    name: 'database_connections_most',
    help: 'Connections that the database server admits.',
    labels: [],
    read: ({ database }) => [{ value: database.mostConnections }],
  },
  {
    name: 'database_oldest_transaction_seconds',
    help: 'Age of the oldest transaction.',
    labels: [],
    read: ({ database }) => [{ value: database.oldestTransactionSeconds ?? 0 }],
  },
  {
    name: 'requests_last_hour',
    help: 'Requests to all processes in the last hour: answered, failed (a status of 500 or more), sign_in_refused.',
    labels: ['outcome'],
    read: ({ requests }) => [
      { labels: { outcome: 'answered' }, value: requests.answeredLastHour },
      { labels: { outcome: 'failed' }, value: requests.failedLastHour },
      { labels: { outcome: 'sign_in_refused' }, value: requests.signInsRefusedLastHour },
    ],
  },
];

/** Adds the operators' figures to a registry; they are read once for each scrape. */
export function registerOperatorMetrics(registry: Registry, ctx: Pick<Context, 'db' | 'clock'>): void {
  let reading: Promise<OperatorHealth> | undefined;
  const health = () => {
    reading ??= readHealth(ctx).finally(() => (reading = undefined));
    return reading;
  };
  for (const { name, help, labels, read } of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const samples = read(await health());
        this.reset();
        for (const { labels: values = {}, value } of samples) if (value !== null) this.set(values, value);
      },
    });
  }
}
