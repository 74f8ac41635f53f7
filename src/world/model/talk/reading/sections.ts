/** A knowledge passage as the prompt has it: `[n] source: text`. */
export type Passage = { number: number; source: string; text: string };

/** Sections of a prompt by their headings, in lower case: `# Now` is `now`. */
export type Sections = ReadonlyMap<string, string>;

const HEADING = /^#{1,3}\s+(.+?)\s*$/u;

export function readSections(text: string): Sections {
  const sections = new Map<string, string>();
  let name = '';
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.[1];
    if (heading === undefined) sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
    else name = heading.toLowerCase().replaceAll('’', "'");
  }
  return sections;
}

/** Passages begin with their number in brackets; further lines belong to them. */
export function readPassages(knowledge: string): Passage[] {
  const found = [...knowledge.matchAll(/^\s*\[(\d+)\]\s*([^:\n]*):?[ \t]*([\s\S]*?)(?=^\s*\[\d+\]|(?![\s\S]))/gmu)];
  return found.map(([, number, source = '', text = '']) => ({
    number: Number(number),
    source: source.trim(),
    text: text.trim() === '' ? source.trim() : text.trim(),
  }));
}

/** A line of facts, with its label where it has one. */
export type Fact = { label: string; value: string };

export function readFacts(section: string): Fact[] {
  return section
    .split('\n')
    .map((line) => line.replace(/^\s*[-•*]\s*/u, '').trim())
    .filter(Boolean)
    .map((line) => {
      const [, label = '', value = line] = /^([^:.!?]{1,40}):\s+(.+)$/u.exec(line) ?? [];
      return { label, value };
    });
}
