import { storableText } from '#server/platform/json.ts';
import type { VisitorRequest } from '#server/platform/visitor-pages.ts';
import type { PhotoUpload } from './photo-actions.ts';

const LIMITS = { files: 1, fields: 40, fieldSize: 20_000 };

/** The fields of a form; a form with files is read to its end, and its photo is handed over while it arrives. */
export async function readForm<Outcome>(
  { raw, form }: VisitorRequest,
  { maxBytes, take }: { maxBytes: number; take: (photo: PhotoUpload) => Promise<Outcome> },
): Promise<{ form: VisitorRequest['form']; photo: Outcome | null }> {
  if (!raw.isMultipart()) return { form, photo: null };
  const fields = new Map<string, string[]>();
  let photo: Outcome | null = null;
  for await (const part of raw.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
    if (part.type === 'field') {
      const [name, value] = [storableText(part.fieldname), storableText(String(part.value))];
      fields.set(name, [...(fields.get(name) ?? []), value]);
    } else if (part.filename === '') part.file.resume();
    else {
      photo = await take({ bytes: part.file, isTruncated: () => part.file.truncated });
      part.file.resume();
    }
  }
  const named = [...fields].map(([name, values]) => [name, values.length === 1 ? values.join('') : values] as const);
  return { form: Object.fromEntries(named), photo };
}
