import { useRouter, useRouterState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface HistoryState {
    /** The sheet or drawer that this step of the history has opened, and the address it was opened over. */
    layer?: { name: string; over: string };
  }
}

/**
 * State of a sheet or drawer that the address does not name: it is open as long as its step of the history is the current
 * one, so Back closes it. A link inside replaces that step. What was chosen inside, such as filters, stays when it is
 * closed; Back takes it back.
 */
export function useLayer(name: string): { isOpen: boolean; open: () => void; close: () => void } {
  const { navigate, history } = useRouter();
  const isOpen = useRouterState({ select: ({ location }) => location.state.layer?.name === name });
  const here = { to: '.', search: true, hash: true, resetScroll: false } as const;
  return {
    isOpen,
    open: () => void navigate({ ...here, state: { layer: { name, over: history.location.href } } }),
    close: () => {
      const { href, state } = history.location;
      if (state.layer?.name !== name) return;
      if (state.layer.over === href) history.back();
      else void navigate({ ...here, state: {}, replace: true });
    },
  };
}
