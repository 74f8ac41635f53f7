import { createDocument } from 'zod-openapi';
import * as apiEvents from '#contract/integrations/events.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { readContract } from './contract.ts';
import { describeCall, openApiPath, SECURITY_SCHEMES } from './operations.ts';
import { keepUsedSchemas, type OpenApi, OUTPUT_SUFFIX, shareParameters, sortByName } from './sharing.ts';
import { undeclaredCalls } from './undeclared-calls.ts';

/** The OpenAPI 3.1 description of the API, made from the contract. */
export async function openApiDocument(): Promise<OpenApi> {
  const { calls, schemas } = await readContract();
  const paths: Parameters<typeof createDocument>[0]['paths'] = undeclaredCalls();
  for (const { tag, name, call } of calls) {
    const path = openApiPath(call);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(tag, name, call) };
  }
  const created = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Frontdesk API',
        version: '1',
        description: ABOUT,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'The installation that serves this document.' }],
      tags: [{ name: 'api-events', description: API_EVENTS }],
      paths: sortByName(paths),
      components: { schemas: { ...schemas, Problem: PROBLEM }, securitySchemes: SECURITY_SCHEMES },
    },
    { override: simplify, outputIdSuffix: OUTPUT_SUFFIX },
  );
  const document = keepUsedSchemas(shareParameters(created as unknown as OpenApi));
  const components = Object.entries(document.components).map(([kind, byName]) => [kind, sortByName(byName)]);
  return { ...document, components: Object.fromEntries(components) };
}

const ABOUT =
  'Refusals answer `{ "code", "details" }`; codes never change. Those that pass with time say when in `Retry-After`. Instants are ISO 8601 in UTC, phones E.164, money is in minor units. Paths are matched without regard to case. Replies may gain fields.';

/** Tag of the calls made for the business's own programs, named first: their authors need not search the cabinet's calls. */
const API_EVENTS =
  "Calls for the business's own programs. A program posts what happened, with a token, and flows write to the contacts. Once the owner disconnects the API, every call is refused with 409 `api.disconnected` until it is connected again at /accounts/api; the tokens stay. Keep what was refused and post it then.";

const PROBLEM = {
  type: 'object' as const,
  properties: {
    code: { type: 'string' as const, enum: Object.keys(PROBLEMS) },
    details: {
      type: 'object' as const,
      description: `For \`request.invalid\`: \`fields\`, ${apiEvents.REASONS_BY_FIELD}`,
    },
    requestId: { type: 'string' as const, description: 'Given on 5xx, to quote to support.' },
  },
  required: ['code'],
};

type JsonSchema = {
  properties?: Record<string, unknown>;
  propertyNames?: unknown;
  required?: string[];
  additionalProperties?: unknown;
  minimum?: number;
  maximum?: number;
  allOf?: object[];
};

/**
 * Adapts a schema of Zod's to people and to generators of clients.
 *
 * - Replies are open to new fields: Zod closes them, and a client that checked that would refuse the next release. Most
 *   schemas then are the same in requests and replies, and stand in the document once.
 * - Integers have no bounds where Zod means those of every JSON number.
 * - A record with known names is an object with these properties.
 * - Each of several patterns says that it is of a string, else generators take the whole for `unknown`.
 */
function simplify({ jsonSchema, io }: { jsonSchema: JsonSchema; io: 'input' | 'output' }): void {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.propertyNames && jsonSchema.required) {
    const value = jsonSchema.additionalProperties;
    jsonSchema.properties = Object.fromEntries(jsonSchema.required.map((name) => [name, value]));
    delete jsonSchema.propertyNames;
    delete jsonSchema.additionalProperties;
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  for (const part of jsonSchema.allOf ?? []) if ('pattern' in part) Object.assign(part, { type: 'string' });
}
