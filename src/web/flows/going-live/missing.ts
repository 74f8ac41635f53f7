import { isEmptyMessage } from '#contract/texts/empty-message.ts';
import { hasWindow } from '#web/channels/channel-appearances.ts';
import type { Channel, TemplateMedia } from '#contract/channels/calls.ts';
import { stillToFill } from '#contract/flows/filled.ts';
import type { FlowToFill } from '#contract/flows/to-fill.ts';
import { emptyPlaces } from '#contract/texts/empty-places.ts';
import type { TextButton } from '#contract/texts/calls.ts';
import type { FlowKind, FlowMode, FlowSettings } from '#contract/flows/calls.ts';
import type { Step } from '#web/flows/editor/steps.ts';
import { unknownNames } from '#web/texts/editor/message-document.ts';
import { variableIn } from '#web/texts/editor/variable-names.ts';

/** A required setting of a flow. */
export type MissingPart =
  | 'text'
  | 'unknown'
  | 'button'
  | 'template'
  | 'template_place'
  | 'template_image'
  | 'template_document'
  | 'template_video'
  | 'channel'
  | 'test_phone'
  | 'offer'
  | 'threshold'
  | 'groups'
  | Exclude<FlowToFill, 'templates'>;

export type Missing = {
  step: Step;
  part: MissingPart;
  /** For settings bound to another cabinet: they may be left empty here. */
  fill?: FlowToFill;
};

type Known = {
  kind: FlowKind;
  mode: FlowMode;
  testPhones: string;
  /** The cabinet's own. */
  ownTestPhones: readonly string[];
  channels: readonly Pick<Channel, 'id' | 'kind' | 'state'>[];
  /** Media that a chosen template requires and the message lacks. */
  templateLacks: TemplateMedia | null;
  /** Settings bound to the cabinet it came from. */
  toFill: readonly FlowToFill[];
  /** Returns whether an unknown name is a property of an API client's event. */
  isOwn: (name: string) => boolean;
};

/** Lists missing settings by step; invalid ones are shown at their fields. */
export function missingIn(settings: FlowSettings, known: Known): Missing[] {
  const { content, channelIds, options } = settings;
  const usable = known.channels.filter(({ id, state }) => state === 'Authorized' && isChosen(channelIds, id));
  const texts = Object.values(content.texts);
  const hasUnknown = texts.some(
    (text) => unknownNames(text, (name) => variableIn(name) !== undefined || known.isOwn(name)).length > 0,
  );
  const isTemplateMissing = usable.some(
    ({ id, kind }) => hasWindow(kind) && !content.templates.some(({ channelId }) => channelId === id),
  );
  const found: [boolean, Missing][] = [
    [isEmptyMessage(content), { step: 'message', part: 'text' }],
    [hasUnknown, { step: 'message', part: 'unknown' }],
    [content.buttons.some(isUnfinished), { step: 'message', part: 'button' }],
    [isTemplateMissing, { step: 'message', part: 'template' }],
    [emptyPlaces(settings).length > 0, { step: 'message', part: 'template_place' }],
    [known.templateLacks === 'image', { step: 'message', part: 'template_image' }],
    [known.templateLacks === 'document', { step: 'message', part: 'template_document' }],
    [known.templateLacks === 'video', { step: 'message', part: 'template_video' }],
    [options.offerServiceIds?.length === 0, { step: 'who', part: 'offer' }],
    [options.groupMove?.toGroups.length === 0, { step: 'who', part: 'groups' }],
    [isUnset(options.threshold), { step: 'who', part: 'threshold' }],
    [usable.length === 0, { step: 'send', part: 'channel' }],
    [
      known.mode === 'test' && known.testPhones.trim() === '' && known.ownTestPhones.length === 0,
      { step: 'send', part: 'test_phone' },
    ],
  ];
  const own = found.flatMap(([isMissing, missing]) => (isMissing ? [missing] : []));
  return [...own, ...unfilled(settings, known).filter(({ part }) => !own.some((one) => one.part === part))];
}

/** Lists settings bound to another cabinet and not chosen here yet. */
function unfilled(settings: FlowSettings, { toFill }: Known): Missing[] {
  return stillToFill(settings, toFill).map((fill) => ({ ...PLACES[fill], fill }));
}

const PLACES: Readonly<Record<FlowToFill, Omit<Missing, 'fill'>>> = {
  templates: { step: 'message', part: 'template' },
  image: { step: 'message', part: 'image' },
  buttons: { step: 'message', part: 'buttons' },
  branches: { step: 'who', part: 'branches' },
  services: { step: 'who', part: 'services' },
  masters: { step: 'who', part: 'masters' },
  conditions: { step: 'who', part: 'conditions' },
  channels: { step: 'send', part: 'channels' },
};

const isUnset = (threshold: FlowSettings['options']['threshold']) =>
  threshold !== undefined && threshold.visits <= 0 && threshold.spent <= 0;

function isChosen(channelIds: readonly string[], id: string): boolean {
  return channelIds.length === 0 || channelIds.includes(id);
}

function isUnfinished(button: TextButton): boolean {
  if (button.title.trim() === '') return true;
  if (button.type === 'url') return !/^https?:/i.test(button.url) || !URL.canParse(button.url);
  return button.type === 'call' && button.phone.length < 8;
}
