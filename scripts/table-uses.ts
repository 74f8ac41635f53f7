import { type ESTree, parseSync, Visitor } from 'vite';

/** One statement's use of one table. */
export type TableUse = {
  table: string;
  isWrite: boolean;
  line: number;
  /** The statement is bound to a tenant, or its function has a system scope. */
  isScoped: boolean;
};

/** Methods of Kysely whose first argument is a table. */
const READS = ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'using', 'from'];
const WRITES = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'];

/**
 * Finds the tables that the SQL of a file names: calls of Kysely and `sql` templates of TypeScript, or a file of SQL.
 *
 * @throws {Error} for a write to a table whose name is not a literal, because its owner cannot be checked
 */
export function tableUsesOf(path: string, source: string, tables: ReadonlySet<string>): TableUse[] {
  if (path.endsWith('.sql')) return usesInSql(source, tables).map((use) => ({ ...use, line: 1 }));
  const { program } = parseSync(path, source);
  const lineOf = (start: number) => source.slice(0, start).split('\n').length;
  const uses: TableUse[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      const text = quasi.quasis.map(({ value }) => value.cooked ?? '').join(PART);
      const isSystem = /SystemScope|withSystem/.test(declarationAround(source, start));
      for (const use of usesInSql(text, tables))
        uses.push({ ...use, line: lineOf(start), isScoped: use.isScoped || isSystem });
    },
    CallExpression(call) {
      const method = methodOf(call);
      const isWrite = WRITES.includes(method);
      if (!isWrite && !READS.includes(method)) return;
      const names = textsOf(call.arguments[0]);
      if (isWrite && names.length === 0) throw new Error(`${path}:${lineOf(call.start)}: ${method} names no literal`);
      const isScoped = /tenant_id|SystemScope|withSystem/.test(declarationAround(source, call.start));
      for (const [table = ''] of names.map((name) => name.split(' ')))
        if (tables.has(table)) uses.push({ table, isWrite, line: lineOf(call.start), isScoped });
    },
  }).visit(program);
  return uses;
}

/** Stands for an expression in the text of a template. */
const PART = '«»';

const TABLE_IN_SQL =
  /(?:\b(?<verb>delete\s+from|insert\s+into|update|from|join|using)|,)\s+(?:only\s+)?(?:public\.|frontdesk\.)?(?<table>\w+)\b(?!\s*[.(])/gi;

function usesInSql(source: string, tables: ReadonlySet<string>): Omit<TableUse, 'line'>[] {
  const text = source.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''");
  // NOTE: a part that is written elsewhere may name the tenant; it is checked where it is written.
  const isScoped = text.includes('tenant_id') || text.includes(PART);
  return [...text.matchAll(TABLE_IN_SQL)].flatMap(({ groups }) => {
    const { verb = '', table = '' } = groups ?? {};
    return tables.has(table) ? [{ table, isWrite: /delete|insert|update/i.test(verb), isScoped }] : [];
  });
}

function methodOf({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

function textsOf(node: ESTree.Argument | ESTree.ArrayExpressionElement | undefined): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'TemplateLiteral') return [node.quasis[0]?.value.cooked ?? ''];
  if (node?.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node?.type === 'ArrayExpression') return node.elements.flatMap((element) => textsOf(element ?? undefined));
  return [];
}

const DECLARATIONS = ['\nexport ', '\nasync function ', '\nfunction ', '\nconst '];

/** The text of the top-level declaration that a place stands in. */
function declarationAround(source: string, place: number): string {
  const start = Math.max(0, ...DECLARATIONS.map((beginning) => source.lastIndexOf(beginning, place)));
  const end = source.indexOf('\n}', place);
  return source.slice(start, end < 0 ? source.length : end);
}
