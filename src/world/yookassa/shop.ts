import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sim } from '../sim/sim.ts';
import { yookassaState } from './state.ts';

const MAX_KEY = 64;

export function isShop(sim: Sim, request: FastifyRequest): boolean {
  const { shopId, secretKey } = yookassaState(sim);
  return request.headers.authorization === `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
}

/** The request's `Idempotence-Key`; null: it is missing or too long. */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotence-key'];
  return typeof key === 'string' && key !== '' && key.length <= MAX_KEY ? key : null;
}

type VendorError = { code: string; description: string; parameter?: string | undefined };

export const refuse = (reply: FastifyReply, status: number, error: VendorError) =>
  reply.code(status).send({ type: 'error', ...error });

/** The bank's page of a payment. */
export const pageOf = (sim: Sim, { id }: { id: string }) => `${sim.url}/yookassa/checkout/${id}`;
