import type { ChannelId } from '#contract/channels/calls.ts';
import type { TextTemplate } from './calls.ts';

/** A place of a chosen template that nothing is put in. */
export type EmptyPlace = { name: string; place: number };

type Sent = { content: { templates: readonly TextTemplate[] }; channelIds: readonly ChannelId[] };

/** Lists the empty places of the templates of a message's channels: a place without a meaning has no usual value. */
export function emptyPlaces(settings: Sent): EmptyPlace[] {
  const places = pathsOfEmptyPlaces(settings).map(({ name, place }) => ({ name, place }));
  return places.filter(
    ({ name, place }, index) => places.findIndex((one) => one.name === name && one.place === place) === index,
  );
}

/** The same, one by one, with the paths of their fields in the content. */
export function pathsOfEmptyPlaces({ content, channelIds }: Sent): (EmptyPlace & { path: string })[] {
  return content.templates.flatMap(({ channelId, name, parameters }, index) => {
    if (channelIds.length > 0 && !channelIds.includes(channelId)) return [];
    return parameters.flatMap((parameter, number) =>
      parameter.trim() === '' ? { name, place: number + 1, path: `templates.${index}.parameters.${number}` } : [],
    );
  });
}
