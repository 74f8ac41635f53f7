import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';
import { KindFigures, QueueFigures } from './outgoing.ts';

/** Figures of the deployment, of all processes; those of an hour are of the last 60 minutes. */
export const OperatorHealth = z.object({
  at: Instant,
  /** Webhooks accepted per second, in the last 5 minutes. */
  webhooksPerSecond: z.number(),
  sending: z.array(KindFigures),
  /** Pauses of sending that hold. */
  openPauses: z.int(),
  queues: z.array(QueueFigures),
  models: z.array(
    z.object({
      provider: z.string(),
      model: z.string(),
      callsLastHour: z.int(),
      failedLastHour: z.int(),
      /** Millionths of a US dollar. */
      costLastHourMicroUsd: z.int(),
    }),
  ),
  /** Models that failed lately; one that is open is not called until then. */
  breakers: z.array(
    z.object({ provider: z.string(), model: z.string(), failures: z.int(), openUntil: Instant.nullable() }),
  ),
  database: z.object({
    connections: z.int(),
    mostConnections: z.int(),
    /** Null: no transaction runs. */
    oldestTransactionSeconds: z.number().nullable(),
  }),
  requests: z.object({
    answeredLastHour: z.int(),
    /** Answered with a status of 500 or more. */
    failedLastHour: z.int(),
    signInsRefusedLastHour: z.int(),
  }),
});
export type OperatorHealth = z.infer<typeof OperatorHealth>;

export const getOperatorHealth = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Health',
  access: 'admin',
  summary: 'How the deployment is: sending, queues, models, the database, requests.',
  reply: OperatorHealth,
});
