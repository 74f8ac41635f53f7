import { createContext, useContext, useEffect } from 'react';

/** Title of the browser tab; `isAlone` omits the section of the route. */
export type PageName = { name: string; isAlone: boolean };

/** Sets the title of the open page; null on unmount. The frame around all pages provides it. */
export const PageNameContext = createContext<(name: PageName | null) => void>(() => undefined);

/**
 * Puts the name of the page's object into the title of the browser tab.
 *
 * @param name undefined while it is loading: the route's own title is shown until then
 */
export function usePageName(name: string | undefined, { isAlone = false } = {}): void {
  const setName = useContext(PageNameContext);
  useEffect(() => {
    setName(name ? { name, isAlone } : null);
    return () => setName(null);
  }, [setName, name, isAlone]);
}

/** "Reminder 24 h – Flows – Frontdesk": the object, its section, the product. */
export function tabTitle(...parts: (string | undefined)[]): string {
  const named = parts.filter((part) => part !== undefined && part !== '');
  return named.filter((part, index) => part !== named[index - 1]).join(' – ');
}
