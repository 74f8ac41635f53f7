import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import type { KnowledgePlace } from '#contract/assistants/knowledge.ts';
import type { Block } from './blocks.ts';
import { tableReader } from './tables.ts';

/** Levels below which the parts of a document are read as one text. */
const MAX_DEPTH = 60;

type Node = OfficeContentNode;

/**
 * Makes blocks of a parsed document of any format.
 *
 * @param isPage of the web: the addresses it refers to are wanted, and its menus are not
 */
export function* blocksOf(ast: OfficeParserAST, { isPage = false } = {}): Generator<Block> {
  const title = ast.metadata.title?.trim();
  if (title) yield { kind: 'title', text: title };
  for (const node of ast.content) yield* blocksIn(node, { place: null, depth: 0, isPage });
  if (!isPage) return;
  for (const url of new Set(ast.content.flatMap((node) => [...linksIn(node)]))) yield { kind: 'link', url };
}

type Around = { place: KnowledgePlace | null; depth: number; isPage: boolean };

function* blocksIn(node: Node, around: Around): Generator<Block> {
  const place = placeOf(node) ?? around.place;
  if (around.depth > MAX_DEPTH) return;
  const within = { ...around, place, depth: around.depth + 1 };
  if (node.type === 'table') return yield* rowsOf(node, place);
  if (CONTAINERS.has(node.type)) {
    for (const child of node.children ?? []) yield* blocksIn(child, within);
    return;
  }
  const text = textOf(node);
  if (text === '') return;
  if (around.isPage && isMenu(node)) return;
  if (node.type === 'heading') yield { kind: 'heading', level: levelOf(node), text, place };
  else yield { kind: 'text', text: node.type === 'list' ? `• ${text}` : text, place };
}

const CONTAINERS: ReadonlySet<string> = new Set(['page', 'slide', 'section', 'note', 'sheet', 'drawing', 'admonition']);

function placeOf({ metadata }: Node): KnowledgePlace | null {
  const numbers = (metadata ?? {}) as { pageNumber?: unknown; slideNumber?: unknown };
  if (typeof numbers.pageNumber === 'number') return { kind: 'page', number: numbers.pageNumber };
  if (typeof numbers.slideNumber === 'number') return { kind: 'slide', number: numbers.slideNumber };
  return null;
}

function levelOf({ metadata }: Node): number {
  const { level } = (metadata ?? {}) as { level?: unknown };
  return typeof level === 'number' ? Math.max(1, Math.round(level)) : 2;
}

function* rowsOf(table: Node, place: KnowledgePlace | null): Generator<Block> {
  const read = tableReader();
  for (const row of table.children ?? []) {
    if (row.type !== 'row') continue;
    yield* read({ cells: (row.children ?? []).map(textOf), place });
  }
}

/** The text of a node and all in it, without the whitespace around it. */
function textOf(node: Node): string {
  const parts: string[] = [];
  collect(node, parts, 0);
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

function collect(node: Node, parts: string[], depth: number): void {
  if (node.type === 'break') return void parts.push('\n');
  const children = node.children ?? [];
  if (children.length === 0 || depth > MAX_DEPTH) return void parts.push(node.text ?? '');
  for (const child of children) {
    collect(child, parts, depth + 1);
    if (child.type !== 'text' && child.type !== 'break') parts.push('\n');
  }
}

/** Whether all words of a node lead elsewhere; phones and addresses of mail are no menu. */
function isMenu(node: Node): boolean {
  if (node.type === 'heading') return false;
  const leaves = leavesOf(node).filter(({ text }) => /[\p{L}\p{N}]/u.test(text ?? ''));
  return leaves.every((leaf) => [...linksIn(leaf)].some((link) => !/^(?:tel|mailto):/i.test(link)));
}

function leavesOf(node: Node, depth = 0): Node[] {
  const children = node.children ?? [];
  return children.length === 0 || depth > MAX_DEPTH ? [node] : children.flatMap((child) => leavesOf(child, depth + 1));
}

function* linksIn(node: Node, depth = 0): Generator<string> {
  const { link } = (node.metadata ?? {}) as { link?: unknown };
  if (typeof link === 'string') yield link;
  if (depth < MAX_DEPTH) for (const child of node.children ?? []) yield* linksIn(child, depth + 1);
}
