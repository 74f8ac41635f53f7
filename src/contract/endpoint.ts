import { z } from 'zod';
import type { Ability } from './billing/tariffs.ts';
import type { ProblemCode } from './problems.ts';
import type { API_SCOPES } from './integrations/values.ts';

/**
 * Required caller:
 * - `public`: anyone; the handler has no tenant.
 * - `member`: anyone who is signed in to a tenant.
 * - `owner`: a member who owns the cabinet (staff answers and works on flows, but does not connect, hand over or pay).
 * - `admin`, `super_admin`: people of the operator, across tenants.
 * - `api`: an API client of the tenant, by its API token.
 */
export type Access = 'public' | 'member' | 'owner' | 'admin' | 'super_admin' | 'api';

type Shape = z.ZodType;

type ApiScopeName = (typeof API_SCOPES)[number];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API, declared once for server, web and the OpenAPI page. */
export type Endpoint<
  Who extends Access = Access,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  By extends Method = Method,
  Path extends string = string,
> = {
  method: By;
  /** Fastify's notation, e.g. `/api/v1/flows/:flowId`. Matched without regard to case. */
  path: Path;
  access: Who;
  /** One sentence for the OpenAPI page. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  /** Refusals a caller must expect, beside those of every call of its access. */
  problems: readonly ProblemCode[];
  /**
   * Calls per minute, counted across all processes: of a public call by IP address, of others by member; no limit when
   * absent. For `api` calls by token, all kinds together.
   */
  ratePerMinute?: number;
  /** A session that lacks the second factor its cabinet requires may make the call. */
  isBeforeSecondFactor?: true;
  /** For `api` calls: the scope the token needs. */
  scope?: ApiScopeName;
  /** The caller sends a header `Idempotency-Key`: a repeated call gets the same reply and has one effect. */
  needsIdempotencyKey?: true;
  /** The same, where the caller may omit the header: calls of members and public ones that create or send. */
  takesIdempotencyKey?: true;
  /** Schema for the documentation, where the server parses the body less strictly, item by item. */
  documentedBody?: Shape;
  /** Examples for the documentation. */
  example?: { body?: unknown; reply?: unknown };
  /** The cabinet's tariff must include it; else the call is refused with `tariff.missing`. */
  requires?: Ability;
  /** Larger bodies are refused with 413; absent: the deployment's default. */
  bodyLimitBytes?: number;
};

/** Hours for which the reply to an Idempotency-Key is stored. */
export const ANSWER_RETENTION_HOURS = 24;
export const LONGEST_IDEMPOTENCY_KEY = 200;

/** The body of a call without one, and the reply of a call that returns nothing. */
export const EmptyObject = z.object({});

/** Declares a call. Absent parts are empty: no params, no query, no body, an empty reply. */
export function endpoint<
  const Who extends Access,
  const By extends Method,
  const Path extends string,
  Params extends Shape = typeof EmptyObject,
  Query extends Shape = typeof EmptyObject,
  Body extends Shape = typeof EmptyObject,
  Reply extends Shape = typeof EmptyObject,
>(
  call: Pick<Endpoint, 'summary'> &
    Partial<
      Pick<
        Endpoint,
        | 'problems'
        | 'ratePerMinute'
        | 'bodyLimitBytes'
        | 'requires'
        | 'scope'
        | 'needsIdempotencyKey'
        | 'isBeforeSecondFactor'
        | 'takesIdempotencyKey'
        | 'documentedBody'
        | 'example'
      >
    > & {
      access: Who;
      method: By;
      path: Path;
      params?: Params;
      query?: Query;
      body?: Body;
      reply?: Reply;
    },
): Endpoint<Who, Params, Query, Body, Reply, By, Path> {
  return {
    ...call,
    params: call.params ?? (EmptyObject as unknown as Params),
    query: call.query ?? (EmptyObject as unknown as Query),
    body: call.body ?? (EmptyObject as unknown as Body),
    reply: call.reply ?? (EmptyObject as unknown as Reply),
    problems: [...(call.problems ?? []), ...(call.requires ? (['tariff.missing'] as const) : [])],
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
