import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/**
 * Finds the words of docs/words.json in declared names, file names and comments below `src`.
 *
 *     node scripts/words.ts                      counts by folder, beside what is allowed
 *     node scripts/words.ts src/server/delivery  every place in that folder
 *     node scripts/words.ts --write              lowers the allowances to the present counts
 *
 * The allowances are a budget that only falls: `--write` refuses to raise their total. When code moves to another
 * folder its allowance moves with it, by the same command.
 */
const root = dirname(import.meta.dirname);
const listFile = join(root, 'docs/words.json');
const allowancesFile = join(root, 'scripts/words-allowances.json');

type Place = 'names' | 'comments';
/** `why` gives the reason of the exceptions: a vendor's or the specification's term, or a name on the wire. */
export type UnusedWord = { words: string[]; use: string; in: Place[]; except?: string[]; why?: string };
type WordList = { words: UnusedWord[]; beginnings: { words: string[]; use: string } };
export type Finding = { path: string; line: number; word: string; text: string; use: string };

/** Reads docs/words.json. */
export function readWordList(): WordList {
  return JSON.parse(readFileSync(listFile, 'utf8'));
}

/** Reads the allowed number of findings by folder; a folder that is not listed may have none. */
export function readAllowances(): Record<string, number> {
  return JSON.parse(readFileSync(allowancesFile, 'utf8'));
}

/** Finds the words in every source file; generated files are left out. */
export function findWords(list: WordList = readWordList()): Finding[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.gen.ts'))
    .toSorted()
    .flatMap((path) => findWordsIn(path, readFileSync(join(root, path), 'utf8'), list));
}

/** Counts findings by folder: side and room, e.g. `src/server/delivery`; a side's own files count for the side. */
export function countByFolder(findings: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of findings) {
    const folder = path.split('/').slice(0, -1).slice(0, 3).join('/');
    counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return counts;
}

/**
 * Finds the words in one file. String literals, JSX texts and quoted text inside comments are not looked at.
 *
 * @param path below the root, with forward slashes; its last part counts as a name
 */
export function findWordsIn(path: string, source: string, list: WordList): Finding[] {
  const { program, comments } = parseSync(path, source);
  const inNames = wordsOf(list, 'names');
  const inComments = wordsOf(list, 'comments');
  const findings: Finding[] = [];
  const add = (start: number, word: string, text: string, use: string) =>
    findings.push({ path, line: source.slice(0, start).split('\n').length, word, text, use });

  const names = [{ name: fileName(path), start: 0 }, ...declaredNames(program)];
  for (const { name, start } of names) {
    for (const part of partsOf(name)) {
      const unused = inNames.get(part);
      if (unused && !unused.except?.includes(name)) add(start, part, name, unused.use);
    }
  }
  for (const { value, start, type } of comments) {
    const text = proseOf(value);
    for (const [word] of text.matchAll(/[A-Za-z]+/g)) {
      const unused = inComments.get(word.toLowerCase());
      if (unused) add(start, word.toLowerCase(), text, unused.use);
    }
    const [first = ''] = /[A-Za-z]+/.exec(text.trimStart()) ?? [];
    const isDocstring = type === 'Block' && value.startsWith('*');
    if (isDocstring && list.beginnings.words.includes(first)) add(start, `${first} …`, text, list.beginnings.use);
  }
  return findings;
}

function wordsOf(list: WordList, place: Place): Map<string, UnusedWord> {
  return new Map(
    list.words
      .filter((unused) => unused.in.includes(place))
      .flatMap((unused) => unused.words.map((word) => [word, unused])),
  );
}

/** `tellPrograms`, `ASKED_FOR` and `setting-free` by their parts, in lower case. */
function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
}

/** The words of a comment without its stars, code, quotations and links. */
function proseOf(comment: string): string {
  return comment.replaceAll(/^\s*\*+ ?/gm, '').replaceAll(/`[^`]*`|«[^»]*»|“[^”]*”|"[^"]*"|https?:\S+/g, ' ');
}

type Name = { name: string; start: number };

/** Variables, parameters, functions, types, their properties, methods, and the keys of Zod objects. */
function declaredNames(program: ESTree.Program): Name[] {
  const names: Name[] = [];
  const add = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Identifier') names.push({ name: node.name, start: node.start });
  };
  const addKey = (node: { key: ESTree.Node; computed: boolean }) => !node.computed && add(node.key);
  const addFunction = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    add(node.id);
    for (const param of node.params) boundNames(param).forEach(add);
  };
  new Visitor({
    VariableDeclarator: (node) => boundNames(node.id).forEach(add),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: (node) => add(node.id),
    MethodDefinition: addKey,
    PropertyDefinition: addKey,
    TSTypeAliasDeclaration: (node) => add(node.id),
    TSInterfaceDeclaration: (node) => add(node.id),
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    CallExpression: (node) => zodKeys(node).forEach(add),
  }).visit(program);
  return names;
}

/** The names a pattern binds: `{ a, b: [c], ...d }` binds a, c and d. */
function boundNames(pattern: ESTree.ParamPattern | ESTree.BindingPattern | ESTree.BindingRestElement): ESTree.Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        property.type === 'Property' ? boundNames(property.value) : boundNames(property),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'TSParameterProperty':
      return boundNames(pattern.parameter);
  }
}

/** Keys of the object in `z.object({ … })`, `z.strictObject({ … })` and `shape.extend({ … })`. */
function zodKeys({ callee, arguments: [shape] }: ESTree.CallExpression): ESTree.Node[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  if (!['object', 'strictObject', 'looseObject', 'extend'].includes(callee.property.name)) return [];
  if (shape?.type !== 'ObjectExpression') return [];
  return shape.properties.flatMap((property) =>
    property.type === 'Property' && !property.computed ? [property.key] : [],
  );
}

function lowerAllowances(): void {
  const counts = countByFolder(findWords());
  const total = sum(counts);
  const allowed = sum(readAllowances());
  if (total > allowed) {
    console.error(`${total} findings, ${allowed} allowed. Say in plain words what is new, then run this again.`);
    process.exitCode = 1;
    return;
  }
  const sorted = Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(allowancesFile, `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${allowed} → ${total}`);
}

function printCounts(): void {
  const allowances = readAllowances();
  const counts = countByFolder(findWords());
  for (const folder of new Set([...Object.keys(allowances), ...Object.keys(counts)])) {
    console.log(`${counts[folder] ?? 0} of ${allowances[folder] ?? 0}  ${folder}`);
  }
  console.log(`${sum(counts)} of ${sum(allowances)}`);
}

function printFindings(paths: readonly string[]): void {
  for (const { path, line, word, text, use } of findWords()) {
    if (!paths.some((one) => path.startsWith(one.replace(/^\.\//, '')))) continue;
    console.log(`${path}:${line}  ${word} (use: ${use})  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}`);
  }
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

if (import.meta.main) {
  const [...given] = process.argv.slice(2);
  if (given.includes('--write')) lowerAllowances();
  else if (given.length > 0) printFindings(given);
  else printCounts();
}
