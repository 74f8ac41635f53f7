export type SlashQuery = {
  /** Where the slash stands. */
  from: number;
  /** The text typed after it. */
  query: string;
};

/** A slash at the beginning of a word before the caret asks for a quick reply. @returns null where there is none */
export function slashQuery(text: string, caret: number): SlashQuery | null {
  const match = /(?:^|\s)\/([^\s/]*)$/u.exec(text.slice(0, caret));
  if (match?.[1] === undefined) return null;
  return { from: caret - match[1].length - 1, query: match[1] };
}

/** Quick replies whose title or text has the typed words; titles that begin with them come first. */
export function matching<Reply extends { title: string; text: string }>(
  replies: readonly Reply[],
  query: string,
): Reply[] {
  const wanted = query.toLocaleLowerCase();
  const rank = ({ title, text }: Reply): number => {
    const name = title.toLocaleLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return text.toLocaleLowerCase().includes(wanted) ? 2 : 3;
  };
  return replies
    .map((reply) => ({ reply, place: rank(reply) }))
    .filter(({ place }) => place < 3)
    .toSorted((a, b) => a.place - b.place)
    .map(({ reply }) => reply);
}
