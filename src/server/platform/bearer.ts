import type { FastifyRequest } from 'fastify';

/** The token that a request shows as `Authorization: Bearer …`; undefined when it shows none. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}
