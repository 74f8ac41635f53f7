import type { VersionChange } from '#contract/senders/versions.ts';

type Scalar = string | number | boolean | null;
type Version = { title: string; settings: unknown };

/** The differences between two versions of saved settings, by path, in the order of the settings. */
export function diffVersions(from: Version, to: Version): VersionChange[] {
  const title: VersionChange[] =
    from.title === to.title ? [] : [{ type: 'value', path: 'title', from: from.title, to: to.title }];
  return [...title, ...diff('', from.settings, to.settings)];
}

function diff(path: string, from: unknown, to: unknown): VersionChange[] {
  if (Array.isArray(from) || Array.isArray(to)) return diffLists(path, listOf(from), listOf(to));
  if (isRecord(from) || isRecord(to)) return diffRecords(path, recordOf(from), recordOf(to));
  const [before, after] = [scalarOf(from), scalarOf(to)];
  return before === after || isNothing(before, after) ? [] : [{ type: 'value', path, from: before, to: after }];
}

type Fields = Readonly<Record<string, unknown>>;

function diffRecords(path: string, from: Fields, to: Fields): VersionChange[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) => {
    const isName = KEYS.includes(name) && isNameOf(path, from[name] ?? to[name]);
    return isName ? [] : diff(path ? `${path}.${name}` : name, from[name], to[name]);
  });
}

/** Compares a list of objects by key, a list of values as a set, and a positional list by index. */
function diffLists(path: string, from: readonly unknown[], to: readonly unknown[]): VersionChange[] {
  const isOfThings = [...from, ...to].some(isRecord);
  if (isOfThings || POSITIONAL.some((name) => path.endsWith(name))) {
    return diffRecords(path, keyed(from), keyed(to));
  }
  const [before, after] = [from.flatMap(valueOf), to.flatMap(valueOf)];
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  if (added.length > 0 || removed.length > 0) return [{ type: 'list', path, added, removed }];
  const isReordered = ORDERED.includes(path) && before.join() !== after.join();
  return isReordered ? [{ type: 'order', path }] : [];
}

/** Properties that identify an object in a list: a template is identified by channel and language. */
const KEYS = ['type', 'channelId', 'language', 'field'];
const POSITIONAL = ['.parameters'];
const ORDERED = ['channelIds'];

function keyed(list: readonly unknown[]): Fields {
  const names = namesOf(list);
  return Object.fromEntries(list.map((thing, index) => [names[index] ?? String(index), thing]));
}

/** Names of a list's objects in paths: by their identifying properties, else by index; a second object of one name gets a number. */
export function namesOf(list: readonly unknown[]): string[] {
  const names: string[] = [];
  for (const [index, thing] of list.entries()) {
    const parts = isRecord(thing) ? KEYS.map((key) => thing[key]).filter((part) => typeof part === 'string') : [];
    const base = parts.join('/') || String(index);
    let name = base;
    for (let times = 2; names.includes(name); times += 1) name = `${base}~${times}`;
    names.push(name);
  }
  return names;
}

/** A property that is part of the object's name is not a change. */
function isNameOf(path: string, value: unknown): boolean {
  const [name = ''] = (path.split('.').at(-1) ?? '').split('~');
  return name.split('/').includes(String(value));
}

/** An empty optional text equals a missing one. */
function isNothing(before: Scalar, after: Scalar): boolean {
  return (
    (before ?? '') === (after ?? '') || (before === null && after === false) || (before === false && after === null)
  );
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const valueOf = (value: unknown): (string | number)[] =>
  typeof value === 'string' || typeof value === 'number' ? [value] : [];

function scalarOf(value: unknown): Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
