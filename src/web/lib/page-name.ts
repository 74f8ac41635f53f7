import { createContext, useContext, useEffect } from 'react';

/** Names the browser tab; `isAlone` leaves out the section the route belongs to. */
export type PageName = { name: string; isAlone: boolean };

/** Takes the name the open page gives itself; null when it goes. The frame around all pages provides it. */
export const PageNameContext = createContext<(name: PageName | null) => void>(() => undefined);

/**
 * Puts the name of the thing a page is about into the title of the browser tab.
 *
 * @param name undefined while it is being loaded: the route's own title stands until then
 */
export function usePageName(name: string | undefined, { isAlone = false } = {}): void {
  const setName = useContext(PageNameContext);
  useEffect(() => {
    setName(name ? { name, isAlone } : null);
    return () => setName(null);
  }, [setName, name, isAlone]);
}

/** "Reminder 24 h – Flows – Frontdesk": the thing, where it belongs, the product. */
export function tabTitle(...parts: (string | undefined)[]): string {
  const named = parts.filter((part) => part !== undefined && part !== '');
  return named.filter((part, index) => part !== named[index - 1]).join(' – ');
}
