import type { FastifyRequest } from 'fastify';

/** Returns the token of `Authorization: Bearer …`; undefined when there is none. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}
