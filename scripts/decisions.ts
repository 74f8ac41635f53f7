import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Reads the decision records. `node scripts/decisions.ts --write` names each file after its title and writes the index
 * in docs/decisions/README.md.
 */
const folder = join(dirname(import.meta.dirname), 'docs', 'decisions');
const indexFile = join(folder, 'README.md');

type Decision = { file: string; number: string; title: string; status: string; sections: string[] };

/** Reads every record, by number; what a record lacks is an empty text. */
export function readDecisions(): Decision[] {
  return globSync('[0-9]*.md', { cwd: folder })
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, number = '', title = ''] = /^# (\d{4})\. (.+)\n/.exec(text) ?? [];
      const [, status = ''] = /^# .+\n\nStatus: (.+)\n/.exec(text) ?? [];
      return { file, number, title, status, sections: [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name) };
    });
}

/** The file name of a record: its number, and its title in lower case with hyphens. */
export function fileNameOf({ number, title }: Pick<Decision, 'number' | 'title'>): string {
  const words =
    title
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  return `${number}-${words.join('-')}.md`;
}

/** The lines of the index as they stand in the README. */
export function readIndex(): string[] {
  return readFileSync(indexFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- ['));
}

/** The line of a record in the index. */
export function indexLineOf({ file, number, title, status }: Decision): string {
  return `- [${number}](${file}) ${title} · ${status}`;
}

function writeIndex(): void {
  for (const decision of readDecisions()) renameSync(join(folder, decision.file), join(folder, fileNameOf(decision)));
  const text = readFileSync(indexFile, 'utf8');
  const lines = readDecisions().map(indexLineOf);
  writeFileSync(indexFile, `${text.slice(0, text.search(/^- \[/m))}${lines.join('\n')}\n`);
}

if (import.meta.main && process.argv.includes('--write')) writeIndex();
