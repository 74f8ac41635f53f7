import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SenderKind } from './contract/senders/calls.ts';

test('no room lists kinds of senders or asks which it has before it: rooms declare their own', () => {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !OWN_OF_SENDERS.test(file));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    senderLists(readFileSync(join(import.meta.dirname, file), 'utf8')).map((list) => `${file}: ${list}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "kind: z.enum(['flow', 'mailing'])",
  "type Kind = 'report' | 'waitlist';",
  "type Kind =\n  | 'flow'\n  | 'review'\n  | 'booking';",
  "if (kind === 'review') return 1;\nreturn sender.senderKind === 'booking' ? 2 : 3;",
  "switch (kind) {\n  case 'mailing': return 1;\n  case 'review': return 2;\n}",
])('a list of kinds of senders is found in %j', (source) => {
  expect(senderLists(source)).toHaveLength(1);
});

test.each([
  "z.enum(['chat', 'booking', 'review'])",
  "{ access: 'member', kind: 'flow' }",
  "if (kind === 'flow') return 1;",
  "sender: z.enum(['member', 'assistant'])",
])('%j lists no kinds of senders', (source) => expect(senderLists(source)).toEqual([]));

/** The kinds themselves, the order and the declarations of rooms, and tools that write whole cabinets. */
const OWN_OF_SENDERS =
  /^(contract\/(senders\/calls|rooms)\.ts|server\/\w+\/room\.ts|web\/\w+\/routes\.tsx)$|^server\/(testing|app\/demo)/;

/** Kinds whose names mean nothing else; the others are also rights, buttons and modes. */
const PLAIN_SENDERS = ['flow', 'mailing', 'chatbot', 'assistant', 'waitlist', 'report'];

/** The two sides of a chat with an assistant, which are no senders of messages. */
const CHAT_SIDES = new Set(['member', 'assistant']);

/** Arrays, enums and unions that name several kinds of senders, and chains of comparisons with them. */
function senderLists(source: string): string[] {
  const kinds = SenderKind.options.join('|');
  const written = source.match(/\[[^[\]]*\]|(?:\|\s*)?'\w+'(?:\s*\|\s*'\w+')+/g) ?? [];
  const lists = written.filter((list) => {
    const named = new Set([...list.matchAll(new RegExp(`'(${kinds})'`, 'g'))].map(([, kind = '']) => kind));
    return named.size > 1 && !named.isSubsetOf(CHAT_SIDES) && PLAIN_SENDERS.some((kind) => named.has(kind));
  });
  const compared = [...source.matchAll(new RegExp(`(?:\\w*[kK]ind\\b\\)? [!=]==|case) '(${kinds})'`, 'g'))].map(
    ([, kind = '']) => kind,
  );
  const chain = [...new Set(compared)];
  return [...lists, ...(chain.length > 1 ? [chain.join(', ')] : [])];
}
