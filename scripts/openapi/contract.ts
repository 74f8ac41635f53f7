import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

const FOLDER = join(import.meta.dirname, '../../src/contract');

/** A call and its tag: the room that declares it, e.g. `flows`. */
export type DeclaredCall = { tag: string; name: string; call: Endpoint };

/**
 * All calls and schemas that the contract exports, in the order of their files. A schema's exported name is the name of
 * its component, so no schema needs an annotation.
 *
 * @throws when two schemas share a name
 */
export async function readContract(): Promise<{ calls: DeclaredCall[]; schemas: Record<string, z.ZodType> }> {
  const calls: DeclaredCall[] = [];
  const schemas: Record<string, z.ZodType> = {};
  for (const path of globSync('**/*.ts', { cwd: FOLDER, exclude: ['**/*.test.ts'] }).toSorted()) {
    const exported: Record<string, unknown> = await import(join(FOLDER, path));
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) calls.push({ tag: tagOf(path), name, call: value });
      if (!(value instanceof z.ZodType)) continue;
      if (schemas[name]) throw new Error(`Two schemas of the contract are named ${name}; the second is in ${path}.`);
      schemas[name] = value;
    }
  }
  return { calls, schemas };
}

/** Calls of the business's own programs have a tag of their own. */
function tagOf(path: string): string {
  const place = path.replaceAll('\\', '/').replace(/\.ts$/, '');
  return place === 'integrations/events' ? 'api-events' : (place.split('/')[0] ?? place);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value;
}
