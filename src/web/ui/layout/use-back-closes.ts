import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface HistoryState {
    /** The dialogs that this step of the history has over its page, the upper one last. */
    dialogs?: readonly string[];
  }
}

/** Dialogs that are open now, of all that steps of the history name. */
const openDialogs = new Set<string>();

/** Gives a dialog a step of the history as long as it is open, so that Back closes it and the page under it stays. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const shown = (): readonly string[] => history.location.state.dialogs ?? [];
    const below = shown().filter((one) => openDialogs.has(one));
    // NOTE: a dialog that opens as another one closes takes its step
    const step = below.length < shown().length ? history.replace : history.push;
    const over = history.location.href;
    step(over, { ...history.location.state, dialogs: [...below, id] });
    openDialogs.add(id);
    const end = history.subscribe(() => {
      if (!shown().includes(id)) close();
    });
    return () => {
      end();
      openDialogs.delete(id);
      // NOTE: later, so that a page or a dialog that opens instead has its step first
      setTimeout(() => {
        if (shown().at(-1) !== id || openDialogs.has(id)) return;
        const { href, state } = history.location;
        if (href === over) history.back();
        else history.replace(href, { ...state, dialogs: below }); // NOTE: a filter that changed meanwhile stays
      });
    };
  }, [isOpen, id, history]);
}
