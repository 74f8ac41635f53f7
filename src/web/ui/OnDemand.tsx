import { cloneElement, lazy, Suspense, useState } from 'react';
import type { ComponentType, LazyExoticComponent, ReactElement } from 'react';

type Target = ReactElement<{ onClick?: () => void; onPointerEnter?: () => void }>;

/** What opens at the touch of a button; it draws the button itself and starts open. */
export type Opened = ComponentType<{ target: Target }>;

type Props = {
  /** The button. */
  target: Target;
  /** From `onDemand`. */
  content: LazyExoticComponent<Opened> & { preload: () => void };
};

/** Draws a button whose menu is loaded when a person reaches for it: most visits never open it. */
export function OnDemand({ target, content: Content }: Props) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) return cloneElement(target, { onClick: () => setWanted(true), onPointerEnter: Content.preload });
  return (
    <Suspense fallback={target}>
      <Content target={target} />
    </Suspense>
  );
}

/** Makes the content of `OnDemand` from the import of its component. */
export function onDemand(load: () => Promise<Opened>): Props['content'] {
  const content = lazy(async () => ({ default: await load() }));
  return Object.assign(content, { preload: () => void load() });
}
