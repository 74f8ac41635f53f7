import { createReadStream } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { lossOf, lossSignal, unlessLost } from '#server/platform/intake/body-pace.ts';
import { storableText } from '#server/platform/values/json.ts';
import type { VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import type { PhotoUpload } from './photo-actions.ts';

const LIMITS = { files: 1, fields: 40, fieldSize: 20_000 };

/**
 * The fields of a form; a form with files is read to its end. Its photo is handed over once it has arrived whole, so that
 * a slow sender keeps nothing waiting that decodes photos. A photo that arrives too slowly is left out; the form's fields
 * stand before it.
 *
 * @throws {Problem} `file.too_slow` when the fields themselves arrive too slowly
 */
export async function readForm<Outcome>(
  { raw, form, ip }: VisitorRequest,
  { maxBytes, take }: { maxBytes: number; take: (photo: PhotoUpload) => Promise<Outcome> },
): Promise<{ form: VisitorRequest['form']; photo: Outcome | 'slow' | null }> {
  if (!raw.isMultipart()) return { form, photo: null };
  const loss = lossSignal(raw);
  const fields = new Map<string, string[]>();
  let photo: Outcome | 'slow' | null = null;
  const parts = raw.parts({ limits: { ...LIMITS, fileSize: maxBytes } });
  for (;;) {
    const { value: part } = await unlessLost(loss, parts.next());
    if (!part) break;
    if (part.type === 'field') {
      const [name, text] = [storableText(part.fieldname), storableText(String(part.value))];
      fields.set(name, [...(fields.get(name) ?? []), text]);
    } else if (part.filename === '') part.file.resume();
    else {
      photo = await takeWhole(part, loss, (photo) => take({ ...photo, address: ip }));
      if (photo === 'slow') break;
    }
  }
  const named = [...fields].map(([name, values]) => [name, values.length === 1 ? values.join('') : values] as const);
  return { form: Object.fromEntries(named), photo };
}

async function takeWhole<Outcome>(
  { file }: MultipartFile,
  loss: AbortSignal,
  take: (photo: Omit<PhotoUpload, 'address'>) => Promise<Outcome>,
): Promise<Outcome | 'slow'> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'frontdesk-photo-'));
  const path = join(folder.path, 'photo');
  try {
    await writeFile(path, addAbortSignal(loss, file));
  } catch (error) {
    if (!loss.aborted) throw error;
    const refusal = lossOf(loss);
    if (refusal.code === 'file.too_slow') return 'slow';
    throw refusal;
  }
  return await take({ open: () => createReadStream(path), isTruncated: file.truncated });
}
