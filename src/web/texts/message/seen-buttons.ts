import type { ContactPreview } from '#contract/texts/previews.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import type { SeenButton } from '#web/texts/editor/drawn-message.ts';

/** The buttons of a preview with their targets from the settings, which have at most one button of each type. */
export function seenButtons({ buttons }: Pick<ContactPreview, 'buttons'>, content: TextContent): SeenButton[] {
  const url = content.buttons.find((button) => button.type === 'url')?.url ?? '';
  const phone = content.buttons.find((button) => button.type === 'call')?.phone ?? '';
  return buttons.map(({ type, title }): SeenButton => {
    if (type === 'answer') return { type, title };
    return type === 'url' ? { type, title, url } : { type, title, phone };
  });
}
