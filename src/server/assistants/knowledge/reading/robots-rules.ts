/** The rules of a site for robots, from its `robots.txt`: RFC 9309. */
export type Robots = { rules: readonly { isAllowed: boolean; path: string }[]; pauseSeconds: number };

export const ANYTHING_ALLOWED: Robots = { rules: [], pauseSeconds: 0 };

const MAX_RULES = 2_000;
const LONGEST_PATH = 500;
const LONGEST_PAUSE_SECONDS = 10;

/** Reads the groups of rules that hold for a robot by its name, else those that hold for all. */
export function readRobots(text: string, robot: string): Robots {
  const groups: { names: string[]; rules: Robots['rules'][number][]; pauseSeconds: number }[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ names: [], rules: [], pauseSeconds: 0 });
      groups.at(-1)?.names.push(value.trim().toLowerCase());
      isNaming = true;
      continue;
    }
    const group = groups.at(-1);
    if (name === '' || !group) continue;
    isNaming = false;
    const path = value.trim().slice(0, LONGEST_PATH);
    if ((name === 'allow' || name === 'disallow') && path !== '' && group.rules.length < MAX_RULES)
      group.rules.push({ isAllowed: name === 'allow', path });
    if (name === 'crawl-delay') group.pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, Math.max(0, Number(path) || 0));
  }
  const own = groups.filter(({ names }) => names.includes(robot.toLowerCase()));
  const used = own.length > 0 ? own : groups.filter(({ names }) => names.includes('*'));
  return {
    rules: used.flatMap(({ rules }) => rules),
    pauseSeconds: Math.max(0, ...used.map(({ pauseSeconds }) => pauseSeconds)),
  };
}

/** Whether a page may be read: the longest rule that fits decides, and one that allows wins over an equal one. */
export function mayRead({ rules }: Robots, url: string): boolean {
  const { pathname, search } = new URL(url);
  const fitting = rules.filter(({ path }) => fits(path, `${pathname}${search}`));
  const longest = Math.max(0, ...fitting.map(({ path }) => path.length));
  const deciding = fitting.filter(({ path }) => path.length === longest);
  return deciding.length === 0 || deciding.some(({ isAllowed }) => isAllowed);
}

/** `*` stands for any letters and `$` at the end for the end; without regular expressions, which a site could make slow. */
function fits(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$');
  const parts = (isWhole ? rule.slice(0, -1) : rule).split('*');
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [n, part] of others.entries()) {
    const isLast = n === others.length - 1;
    if (isWhole && isLast) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
