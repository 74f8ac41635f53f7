/** Values of other types than the vendor's. */
const STRANGE = [null, [], {}, 7, 'text'];

/**
 * Returns variants of a post that its vendor does not document: fields that are missing, have another type, or are lists
 * of what they should be; and bodies that are no such thing at all.
 */
export function garbled({ body, headers }: { body: string; headers: Record<string, string> }): string[] {
  const isForm = Object.entries(headers).some(
    ([name, value]) => /^content-type$/i.test(name) && value.includes('form'),
  );
  const variants = isForm
    ? ofForm(body)
    : [...ofJson(JSON.parse(body)), ...NO_PAYLOADS, body.slice(0, body.length / 2)];
  return [...new Set(variants)];
}

/** Bodies of no vendor. */
export const NO_PAYLOADS = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '7',
  '{}',
  '[{}]',
  '{',
  '<html></html>',
  '\0',
  '{"a":"\\u0000"}',
];

/** Characters that the database cannot store: a zero character, half a surrogate pair, and no UTF-8. */
const UNSTORABLE = { inJson: String.raw`\u0000\ud83d`, inForm: ['%00', '%ED%A0%BD', '%FF'] };

/** Returns variants of a post in which one field at a time ends in characters that the database cannot store. */
export function withUnstorable({ body }: { body: string }): string[] {
  if (!body.startsWith('{'))
    return body
      .split('&')
      .flatMap((_, index, all) => UNSTORABLE.inForm.map((ending) => all.with(index, all[index] + ending).join('&')));
  const texts = [...body.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*[,}\]])/g)].map(
    ({ index, 0: text }) => index + text.length - 1,
  );
  return texts.map((end) => body.slice(0, end) + UNSTORABLE.inJson + body.slice(end));
}

function* ofJson(value: unknown): Generator<string> {
  for (const changed of changesOf(value)) yield JSON.stringify(changed);
}

/** The value with one part of it changed or removed, for every part. */
function* changesOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) {
      for (const strange of [...STRANGE, [part]]) yield value.with(index, strange);
      for (const changed of changesOf(part)) yield value.with(index, changed);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
    for (const strange of [...STRANGE, [part]]) yield { ...value, [name]: strange };
    for (const changed of changesOf(part)) yield { ...value, [name]: changed };
  }
}

function ofForm(body: string): string[] {
  const fields = [...new URLSearchParams(body)];
  const written = (all: string[][]) => new URLSearchParams(all).toString();
  const changed = fields.flatMap(([name = '', value = ''], index) => [
    written(fields.toSpliced(index, 1)),
    ...['', '{}', '\u0000', 'x'.repeat(10_000)].map((one) => written(fields.with(index, [name, one]))),
    written([...fields, [name, 'twice']]),
    written(fields.with(index, [`${name}[]`, value])),
  ]);
  return [...changed, '', '&&&', '{}', '%', 'MessageSid', '<html></html>'];
}
