import { z } from 'zod';
import * as admin from '#contract/admin.ts';
import * as apiEvents from '#contract/api-events.ts';
import * as apiTokens from '#contract/api-tokens.ts';
import * as auth from '#contract/auth.ts';
import * as channels from '#contract/channels.ts';
import * as config from '#contract/config.ts';
import * as connectionStops from '#contract/connection-stops.ts';
import * as connections from '#contract/connections.ts';
import * as contactPolicy from '#contract/contact-policy.ts';
import * as contacts from '#contract/contacts.ts';
import * as conversations from '#contract/conversations.ts';
import * as delivery from '#contract/delivery.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import * as flowBulk from '#contract/flow-bulk.ts';
import * as flowChoices from '#contract/flow-choices.ts';
import * as flowList from '#contract/flow-list.ts';
import * as flowRehearsals from '#contract/flow-rehearsals.ts';
import * as flowTemplates from '#contract/flow-templates.ts';
import * as flowTexts from '#contract/flow-texts.ts';
import * as flowTransfers from '#contract/flow-transfers.ts';
import * as flowTrials from '#contract/flow-trials.ts';
import * as flowVersions from '#contract/flow-versions.ts';
import * as flows from '#contract/flows.ts';
import * as insights from '#contract/insights.ts';
import * as insightsConversion from '#contract/insights-conversion.ts';
import * as marketplace from '#contract/marketplace.ts';
import * as onboarding from '#contract/onboarding.ts';
import * as orders from '#contract/orders.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import * as visits from '#contract/visits.ts';
import { plainOperations } from './openapi-plain.ts';

const ROOMS = {
  config,
  auth,
  channels,
  connections,
  connectionStops,
  marketplace,
  contacts,
  visits,
  orders,
  conversations,
  delivery,
  contactPolicy,
  flows,
  flowTrials,
  flowChoices,
  flowList,
  flowBulk,
  flowVersions,
  flowRehearsals,
  flowTemplates,
  flowTexts,
  flowTransfers,
  insights,
  insightsConversion,
  onboarding,
  apiTokens,
  apiEvents,
  admin,
};

/** Every call the contract declares, with the room it is of. */
export function declaredCalls(): { room: string; name: string; call: Endpoint }[] {
  return Object.entries(ROOMS).flatMap(([room, declarations]) =>
    Object.entries(declarations).flatMap(([name, value]) => (isEndpoint(value) ? [{ room, name, call: value }] : [])),
  );
}

/** The OpenAPI 3.1 description of the API, made from the contract. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = plainOperations(REFUSAL);
  for (const { room, name, call } of declaredCalls()) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(room, name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Frontdesk API', version: '1', description: ABOUT },
    tags: [{ name: 'apiEvents', description: API_EVENTS }],
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => a.localeCompare(b))),
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Of a person who signed in.' },
        apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'fd_…', description: API_TOKEN },
      },
    },
  };
}

const ABOUT =
  'Refusals answer `{ "code", "details" }`; codes never change. Those that pass with time say when in `Retry-After`. Instants are ISO 8601 in UTC, phones E.164, money is in minor units. Paths are matched without regard to case.';

/** Named first, so that who writes a program need not look for it among the cabinet's own calls. */
const API_EVENTS =
  "For the business's own programs: they post what happened, with a token, and flows write to the customers. Once the owner disconnects the API, every call is refused with 409 `api.disconnected` until she connects it again at /accounts/api; her tokens stay. Keep what was refused and post it then.";

const API_TOKEN =
  "Of a program of the business's own: made at /accounts/api, shown once. Its calls of all kinds together are counted, 120 a minute.";

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Names this call. Sent again with the same body within 24 hours, it is answered the same (`Idempotent-Replayed: true`) and has no second effect; with another body it is refused with 409. At most 200 characters; a UUID is a good one.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
};

const REPLAYED = {
  'Idempotent-Replayed': {
    description: '`true` when this answer was given before.',
    schema: { type: 'string', enum: ['true'] },
  },
};

function operation(room: string, name: string, call: Endpoint) {
  return {
    operationId: name,
    tags: [room],
    summary: call.summary,
    ...(call.access !== 'public' && {
      security: [call.access === 'api' ? { apiToken: [] } : { bearer: [] }],
      'x-access': call.access,
    }),
    ...(call.scope && { 'x-scope': call.scope }),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(call.needsIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(call.method !== 'GET' && {
      requestBody: { content: { 'application/json': withExample(schemaOf(call.body, 'input'), call.example?.body) } },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...(call.needsIdempotencyKey && { headers: REPLAYED }),
        content: { 'application/json': withExample(schemaOf(call.reply, 'output'), call.example?.reply) },
      },
      ...refusals([...call.problems, ...commonOf(call)]),
      default: REFUSAL,
    },
  };
}

const withExample = (schema: unknown, example: unknown) => ({ schema, ...(example !== undefined && { example }) });

const COMMON: Record<Access, readonly ProblemCode[]> = {
  public: [],
  member: ['auth.required'],
  owner: ['auth.required', 'auth.forbidden'],
  admin: ['auth.required', 'auth.forbidden'],
  super_admin: ['auth.required', 'auth.forbidden'],
  api: ['auth.required'],
};

/** What any call of its kind may be refused with. */
function commonOf(call: Endpoint): ProblemCode[] {
  return [
    'request.invalid',
    ...COMMON[call.access],
    ...(call.path.includes('/:') ? (['request.not_found'] as const) : []),
    ...(call.method === 'GET' ? [] : (['request.too_large', 'request.unsupported_media'] as const)),
    ...(call.ratePerMinute ? (['request.too_often'] as const) : []),
    'server.unavailable',
  ];
}

const PROBLEM = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    details: { type: 'object', description: `For \`request.invalid\`: \`fields\`, ${apiEvents.REASONS_BY_FIELD}` },
    requestId: { type: 'string', description: 'Of 5xx, to quote to support.' },
  },
  required: ['code'],
};

const PROBLEM_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
const REFUSAL = { description: 'A refusal.', content: PROBLEM_CONTENT };

function refusals(codes: readonly ProblemCode[]): Record<number, unknown> {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [status, { description: of.join(', '), content: PROBLEM_CONTENT }]),
  );
}

function parameters(place: 'path' | 'query', shape: z.ZodType) {
  const schema = schemaOf(shape, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }));
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value;
}
