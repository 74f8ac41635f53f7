import { hasWindow } from '#web/channels/channel-appearances.ts';
import type { Channel, TemplateMedia } from '#contract/channels.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { stillToFill } from '#contract/flow-filled.ts';
import type { FlowToFill } from '#contract/flow-to-fill.ts';
import type { FlowButton, FlowKind, FlowMode, FlowSettings } from '#contract/flows.ts';
import { asksOffer, asksThreshold } from './kind-traits.ts';
import type { Step } from './steps.ts';
import { unknownNames } from '#web/texts/message-document.ts';
import { variableIn } from '#web/texts/variable-names.ts';

/** What a flow cannot do without. */
export type Lack =
  | 'text'
  | 'unknown'
  | 'button'
  | 'template'
  | 'template_image'
  | 'template_document'
  | 'channel'
  | 'test_phone'
  | 'offer'
  | 'threshold'
  | Exclude<FlowToFill, 'templates'>;

export type Missing = {
  step: Step;
  lack: Lack;
  /** Of what was chosen in another cabinet: it may be left unchosen here. */
  fill?: FlowToFill;
};

type Known = {
  kind: FlowKind;
  mode: FlowMode;
  testPhones: string;
  /** The cabinet's own. */
  ownTestPhones: readonly string[];
  channels: readonly Pick<Channel, 'id' | 'kind' | 'state'>[];
  /** What a chosen template wants and the message has not. */
  templateLacks: TemplateMedia | null;
  /** What it was bound to in the cabinet it came from. */
  toFill: readonly FlowToFill[];
  /** Whether a name that is none of ours is one of the program's. */
  isOwn: (name: string) => boolean;
};

/** What is still missing for the flow to work, step by step; what is merely wrong the fields say themselves. */
export function missingIn(settings: FlowSettings, known: Known): Missing[] {
  const { content, channelIds, options } = settings;
  const entry = FLOW_CATALOGUE[known.kind];
  const usable = known.channels.filter(({ id, state }) => state === 'Authorized' && isChosen(channelIds, id));
  const texts = Object.values(content.texts);
  const hasUnknown = texts.some(
    (text) => unknownNames(text, (name) => variableIn(name) !== undefined || known.isOwn(name)).length > 0,
  );
  const lacksTemplate = usable.some(
    ({ id, kind }) => hasWindow(kind) && !content.templates.some(({ channelId }) => channelId === id),
  );
  const found: [boolean, Missing][] = [
    [content.texts.default.trim() === '', { step: 'message', lack: 'text' }],
    [hasUnknown, { step: 'message', lack: 'unknown' }],
    [content.buttons.some(isUnfinished), { step: 'message', lack: 'button' }],
    [lacksTemplate, { step: 'message', lack: 'template' }],
    [known.templateLacks === 'image', { step: 'message', lack: 'template_image' }],
    [known.templateLacks === 'document', { step: 'message', lack: 'template_document' }],
    [asksOffer(entry) && options.offerServiceIds.length === 0, { step: 'who', lack: 'offer' }],
    [
      asksThreshold(entry) && options.threshold.visits <= 0 && options.threshold.spent <= 0,
      { step: 'who', lack: 'threshold' },
    ],
    [usable.length === 0, { step: 'send', lack: 'channel' }],
    [
      known.mode === 'test' && known.testPhones.trim() === '' && known.ownTestPhones.length === 0,
      { step: 'send', lack: 'test_phone' },
    ],
  ];
  const own = found.flatMap(([isMissing, missing]) => (isMissing ? [missing] : []));
  return [...own, ...unfilled(settings, known).filter(({ lack }) => !own.some((one) => one.lack === lack))];
}

/** What a flow from another cabinet was bound to there and nobody has chosen here yet. */
function unfilled(settings: FlowSettings, { toFill }: Known): Missing[] {
  return stillToFill(settings, toFill).map((fill) => ({ ...PLACES[fill], fill }));
}

const PLACES: Readonly<Record<FlowToFill, Omit<Missing, 'fill'>>> = {
  templates: { step: 'message', lack: 'template' },
  image: { step: 'message', lack: 'image' },
  buttons: { step: 'message', lack: 'buttons' },
  branches: { step: 'who', lack: 'branches' },
  services: { step: 'who', lack: 'services' },
  masters: { step: 'who', lack: 'masters' },
  conditions: { step: 'who', lack: 'conditions' },
  channels: { step: 'send', lack: 'channels' },
};

function isChosen(channelIds: readonly string[], id: string): boolean {
  return channelIds.length === 0 || channelIds.includes(id);
}

function isUnfinished(button: FlowButton): boolean {
  if (button.title.trim() === '') return true;
  if (button.type === 'url') return !/^https?:/i.test(button.url) || !URL.canParse(button.url);
  return button.type === 'call' && button.phone.length < 8;
}
