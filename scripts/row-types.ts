import { join, relative } from 'node:path';
import {
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import type { Node, TaggedTemplateExpression, TypeNode } from 'typescript/unstable/ast';
import type { ReturnedColumn } from '#server/testing/server/returned-columns.ts';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';

/** A statement that declares the type of its rows: a `sql` template with a type argument that is executed. */
type TypedStatement = {
  /** `path:line`, the path from `src/server`. */
  place: string;
  /** Matches the statement's text; parameters and fragments match anything. */
  pattern: RegExp;
  /** Number of characters that are written out; of two statements that match, the longer is meant. */
  length: number;
  /** Kinds of values by column: `string`, `number`, `boolean`, `null`, `undefined`, `Instant`, `object`, `any`; `string[]` for lists. */
  columns: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Finds the statements of the server that declare their rows, with types as the compiler knows them. */
export function listTypedStatements(root: string): TypedStatement[] {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'src/server/tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const { program, checker } = project;
    const folder = join(root, 'src/server');
    return program
      .getSourceFileNames()
      .filter((name) => name.startsWith(folder) && !/\.test\.ts$|\/testing\//.test(name))
      .flatMap((name) => {
        const file = program.getSourceFile(name);
        if (!file?.text.includes('sql<')) return [];
        return statementsIn(file).map(({ template, type }) => ({
          place: `${relative(folder, name)}:${file.text.slice(0, template.pos).split('\n').length}`,
          ...patternOf(template),
          columns: columnsOf(checker, checker.getTypeFromTypeNode(type)),
        }));
      });
  } finally {
    api.close();
  }
}

function statementsIn(node: Node): { template: TaggedTemplateExpression; type: TypeNode }[] {
  const found: { template: TaggedTemplateExpression; type: TypeNode }[] = [];
  const visit = (child: Node): void => {
    if (isPropertyAccessExpression(child) && child.name.text === 'execute') {
      const template = child.expression;
      const isSql = isTaggedTemplateExpression(template) && isIdentifier(template.tag) && template.tag.text === 'sql';
      const type = isSql && template.typeArguments?.[0];
      if (type) found.push({ template, type });
    }
    child.forEachChild(visit);
  };
  visit(node);
  return found;
}

function patternOf({ template }: TaggedTemplateExpression): { pattern: RegExp; length: number } {
  const parts = isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  return { pattern: new RegExp(`^${parts.map(RegExp.escape).join('[^]*')}$`), length: parts.join('').length };
}

function columnsOf(checker: Checker, type: Type | undefined): Map<string, Set<string>> {
  const properties = type ? checker.getPropertiesOfType(type) : [];
  return new Map(properties.map((property) => [property.name, kindsOf(checker, checker.getTypeOfSymbol(property))]));
}

const KIND_BY_FLAG: readonly [TypeFlags, string][] = [
  [TypeFlags.Any | TypeFlags.Unknown, 'any'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
];

function kindsOf(checker: Checker, type: Type | undefined): Set<string> {
  if (!type) return new Set(['any']);
  const simple = KIND_BY_FLAG.find(([flag]) => type.flags & flag);
  if (simple) return new Set([simple[1]]);
  if (type.isUnionType()) return new Set(type.getTypes().flatMap((one) => [...kindsOf(checker, one)]));
  // A brand: a string and its mark.
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().flatMap((one) => [...kindsOf(checker, one)]);
    return new Set(kinds.some((kind) => kind !== 'object') ? kinds.filter((kind) => kind !== 'object') : kinds);
  }
  if (checker.isArrayType(type) && type.isTypeReference())
    return new Set([...kindsOf(checker, checker.getTypeArguments(type)[0])].map((kind) => `${kind}[]`));
  const name = type.getSymbol()?.name;
  return new Set([name === 'Instant' || name === 'Buffer' ? name : 'object']);
}

/** Kinds of values that the driver makes of PostgreSQL's types, by their OID, as `platform/database/db.ts` sets it up. */
const KIND_BY_OID: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'json',
  700: 'number',
  701: 'number',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1184: 'Instant',
  1700: 'string', // numeric
  2278: 'string', // void
  2950: 'string', // uuid
  3802: 'json',
  5069: 'string', // xid8
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1016: 'string[]', // int8[]
  2951: 'string[]',
};

/** Compares declared columns with returned ones. @returns what is wrong, one sentence each */
export function mismatches({ columns }: TypedStatement, returned: readonly ReturnedColumn[]): string[] {
  const missing = [...columns]
    .filter(([name, kinds]) => !kinds.has('undefined') && !returned.some((column) => column.name === name))
    .map(([name]) => `${name} is declared and not returned`);
  const wrong = returned.flatMap(({ name, oid, isNull }) => {
    const kinds = columns.get(name);
    if (!kinds) return [`${name} is returned and not declared`];
    if (kinds.has('any')) return [];
    const kind = KIND_BY_OID[oid] ?? `a value of type ${oid}`;
    const declared = [...kinds].join(' | ');
    return [
      ...(kind === 'json' || kinds.has(kind) ? [] : [`${name} is ${kind}, declared as ${declared}`]),
      ...(isNull && !kinds.has('null') ? [`${name} is null, declared as ${declared}`] : []),
    ];
  });
  return [...missing, ...wrong];
}
