import { type ComponentType, lazy } from 'react';
import type { TextRoom } from '#web/locales/resources.ts';
import { loadTexts } from '#web/lib/format/i18n.ts';

/** A part of a page that another room draws, loaded with its texts when it is first drawn. */
export const lazyPart = <Props>({ load, texts }: Part<Props>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    const [content] = await Promise.all([load(), loadTexts(texts)]);
    return { default: content };
  });

type Part<Props> = { load: () => Promise<ComponentType<Props>>; texts: readonly TextRoom[] };
