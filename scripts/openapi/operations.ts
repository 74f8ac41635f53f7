import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { API_CALLS_PER_MINUTE } from '#contract/integrations/events.ts';
import {
  type Access,
  ANSWER_RETENTION_HOURS,
  EmptyObject,
  type Endpoint,
  LONGEST_IDEMPOTENCY_KEY,
} from '#contract/endpoint.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';

export const SECURITY_SCHEMES = {
  memberToken: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person who signed in.',
  },
  apiToken: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'fd_…',
    description: `The token of one of the business's own programs. It is made at /accounts/api and shown once. It allows ${API_CALLS_PER_MINUTE} calls a minute, all kinds together.`,
  },
};

/** The security requirement of a call; empty for calls that anybody may make. */
export function securityFor(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  return [access === 'api' ? { apiToken: [] } : { memberToken: [] }];
}

/** `/flows/:flowId` in OpenAPI's notation: `/flows/{flowId}`. */
export const openApiPath = ({ path }: Pick<Endpoint, 'path'>): string => path.replaceAll(/:(\w+)/g, '{$1}');

export function describeCall(tag: string, name: string, call: Endpoint): ZodOpenApiOperationObject {
  const body = call.documentedBody ?? call.body;
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    security: securityFor(call.access),
    ...(call.access !== 'public' && { 'x-access': call.access }),
    ...(call.scope && { 'x-scope': call.scope }),
    requestParams: {
      ...(call.params !== EmptyObject && { path: call.params as z.ZodObject }),
      ...(call.query !== EmptyObject && { query: call.query as z.ZodObject }),
      ...(call.needsIdempotencyKey && { header: IDEMPOTENCY_HEADERS }),
      ...(call.takesIdempotencyKey && { header: IDEMPOTENCY_HEADERS.partial() }),
    },
    ...(body !== EmptyObject && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': withExample(body, call.example?.body) },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...((call.needsIdempotencyKey || call.takesIdempotencyKey) && { headers: REPLAY_HEADERS }),
        content: { 'application/json': withExample(call.reply, call.example?.reply) },
      },
      ...refusals([...call.problems, ...commonProblems(call)]),
    },
  };
}

const withExample = (schema: z.ZodType, example: unknown) => ({ schema, ...(example !== undefined && { example }) });

const IDEMPOTENCY_HEADERS = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(LONGEST_IDEMPOTENCY_KEY)
    .meta({
      param: {
        description: `Names this call. Within ${ANSWER_RETENTION_HOURS} hours the same key and body get the same answer (\`Idempotent-Replayed: true\`) and have no second effect; the same key with another body is refused with 409. A UUID is a good key.`,
        example: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      },
    }),
});

const REPLAY_HEADERS = z.object({
  'Idempotent-Replayed': z
    .literal('true')
    .optional()
    .meta({ header: { description: '`true` when this call was answered before.' } }),
});

const PROBLEMS_BY_ACCESS: Record<Access, readonly ProblemCode[]> = {
  public: [],
  member: ['auth.required'],
  owner: ['auth.required', 'auth.forbidden'],
  admin: ['auth.required', 'auth.forbidden'],
  super_admin: ['auth.required', 'auth.forbidden'],
  api: ['auth.required'],
};

/** Refusals that every call of its kind can answer with. */
function commonProblems(call: Endpoint): ProblemCode[] {
  return [
    'request.invalid',
    ...PROBLEMS_BY_ACCESS[call.access],
    ...(call.path.includes('/:') ? (['request.not_found'] as const) : []),
    ...(call.method === 'GET' ? [] : (['request.too_large', 'request.unsupported_media'] as const)),
    ...(call.ratePerMinute ? (['request.too_often'] as const) : []),
    ...(call.takesIdempotencyKey ? (['idempotency.key_reused', 'idempotency.in_progress'] as const) : []),
    'server.unavailable',
  ];
}

/** One shared response for each status and the codes it may carry, and one for all other statuses. */
export function refusals(codes: readonly ProblemCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code]);
  return {
    ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(codes.join('-'), codes.join(', '))])),
    default: refusal('refusal', 'A refusal.'),
  };
}

/** @param id the response's name among the document's components */
function refusal(id: string, description: string): ZodOpenApiResponseObject {
  const response = SHARED_REFUSALS.get(id) ?? { id, description, content: PROBLEM_CONTENT };
  SHARED_REFUSALS.set(id, response);
  return response;
}

/** Responses already made: the document refers to a response by its identity. */
const SHARED_REFUSALS = new Map<string, ZodOpenApiResponseObject>();
const PROBLEM_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
