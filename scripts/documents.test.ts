import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = dirname(import.meta.dirname);
const documents = globSync(['*.md', '{docs,src}/**/*.md'], { cwd: root }).map((file) => file.replaceAll('\\', '/'));

test('every link of a document leads to a file', () => {
  const broken = documents.flatMap((document) => {
    const links = readDocument(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g);
    return [...links].flatMap(([, link = '']) =>
      existsSync(join(root, dirname(document), link)) ? [] : [`${document} → ${link}`],
    );
  });
  expect(documents.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test('every path a document names exists', () => {
  const isSuperseded = (text: string) => /^Status: (superseded|amended) by/m.test(text);
  const named = documents
    .filter((document) => !isSuperseded(readDocument(document)))
    .flatMap((document) => [...readDocument(document).matchAll(PATH)].map(([, path = '']) => ({ document, path })));
  const missing = named.filter(({ path }) => !existsSync(join(root, path)));
  expect(named.length).toBeGreaterThan(20);
  expect(missing.map(({ document, path }) => `${document}: \`${path}\` has moved, name its new place`)).toEqual([]);
});

/** A path in backticks without placeholders, from the root of the repository. */
const PATH = /`((?:src|scripts|docs|bench|e2e|deploy|migrations)\/[\w./-]+)`/g;

function readDocument(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}
