export type ShownPage = { status: number; at: string; page: string };

/** Posts a form as a browser without scripts does, and reads the page it is led to. */
export async function postForm(
  origin: string,
  path: string,
  fields: Record<string, string | string[]>,
): Promise<ShownPage> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  const answer = await fetch(new URL(path, origin), { method: 'POST', body, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) return { status: answer.status, at: path, page: await answer.text() };
  const at = new URL(location, new URL(path, origin));
  const shown = await fetch(at);
  return { status: shown.status, at: at.pathname, page: await shown.text() };
}

/** Reads a page for visitors in Russian, or the one it is led to. */
export async function visitorPage(origin: string, path: string): Promise<ShownPage> {
  const answer = await fetch(new URL(path, origin), { headers: { 'accept-language': 'ru' } });
  return { status: answer.status, at: new URL(answer.url).pathname, page: await answer.text() };
}
