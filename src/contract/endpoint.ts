import { z } from 'zod';
import type { ProblemCode } from './problems.ts';
import type { API_SCOPES } from './values.ts';

/**
 * Who may call:
 * - `public`: anybody; the handler has no tenant.
 * - `member`: anyone who is signed in to a tenant.
 * - `owner`: a member who owns the cabinet (staff answers and works on flows, but does not connect, hand over or pay).
 * - `admin`, `super_admin`: people of the operator, across tenants.
 * - `api`: a program of the tenant's own, by its API token.
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
  /** Refusals a caller must expect, beside those every call of its access can answer. */
  problems: readonly ProblemCode[];
  /**
   * Calls per minute, of a public call by address, of others by member, counted across all processes; no limit when
   * left out. Of `api` calls by token, all kinds together.
   */
  ratePerMinute?: number;
  /** Of `api` calls: what the token must be made for. */
  scope?: ApiScopeName;
  /** The caller names each call by a header `Idempotency-Key`: repeated, it is answered the same and has one effect. */
  needsIdempotencyKey?: true;
  /** What the documentation says of the body where the server reads it less strictly, item by item. */
  documentedBody?: Shape;
  /** What the documentation shows. */
  example?: { body?: unknown; reply?: unknown };
  /** Larger bodies are refused with 413; the deployment default when left out. */
  bodyLimitBytes?: number;
};

/** The body of a call that takes none, and the reply of one that has nothing to say. */
export const EmptyObject = z.object({});

/** Declares a call. What is left out is empty: no params, no query, no body, an empty reply. */
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
        'problems' | 'ratePerMinute' | 'bodyLimitBytes' | 'scope' | 'needsIdempotencyKey' | 'documentedBody' | 'example'
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
    problems: call.problems ?? [],
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
