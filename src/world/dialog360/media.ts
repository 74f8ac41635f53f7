import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Sim } from '../sim/sim.ts';
import { MetaError } from './errors.ts';

/** Links to media live about five minutes. */
const LINK_MS = 5 * 60_000;
export const ATTACHMENTS = 'whatsapp_business/attachments/';

/** Stores an uploaded file under a new id. */
export async function uploadMedia(
  sim: Sim,
  request: FastifyRequest,
  warn: (field: string) => void,
): Promise<{ id: string }> {
  if (!request.isMultipart()) throw new MetaError(131008, 'multipart/form-data is expected');
  const fields: Record<string, string> = {};
  let file: { bytes: Buffer; mime: string; filename: string | null } | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') file = { bytes: await part.toBuffer(), mime: part.mimetype, filename: part.filename };
    else fields[part.fieldname] = String(part.value);
    if (!['messaging_product', 'file', 'type'].includes(part.fieldname)) warn(part.fieldname);
  }
  if (fields['messaging_product'] !== 'whatsapp') throw new MetaError(100, '(#100) messaging_product must be whatsapp');
  if (!file) throw new MetaError(131008, "Parameter 'file' is mandatory");
  const id = String(2e15 + sim.ids.next('d360.upload'));
  const mime = fields['type'] ?? file.mime;
  sim.state.d360.media[id] = {
    id,
    mime,
    base64: file.bytes.toString('base64'),
    filename: file.filename,
    linkMadeAt: null,
  };
  return { id };
}

/** @param base where the link is to point: Meta's host under 360dialog, the world itself in Meta's dialect */
export function describeMedia(sim: Sim, id: string, base: string): unknown {
  const media = sim.state.d360.media[id];
  if (!media) throw new MetaError(100, `Media ${id} does not exist`, 404);
  media.linkMadeAt = sim.clock.now();
  const bytes = Buffer.from(media.base64, 'base64');
  return {
    url: `${base}/${ATTACHMENTS}?mid=${id}&ext=${Math.floor((sim.clock.now() + LINK_MS) / 1000)}`,
    mime_type: media.mime,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    file_size: bytes.length,
    id,
    messaging_product: 'whatsapp',
  };
}

export function downloadMedia(sim: Sim, id: string, reply: FastifyReply): FastifyReply {
  const media = sim.state.d360.media[id];
  const isAlive = media?.linkMadeAt != null && sim.clock.now() - media.linkMadeAt <= LINK_MS;
  if (!media || !isAlive) throw new MetaError(100, 'The link has expired', 404);
  return reply.type(media.mime).send(Buffer.from(media.base64, 'base64'));
}
