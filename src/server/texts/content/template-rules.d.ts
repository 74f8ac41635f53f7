import type { ChannelId, ChannelTemplate, TemplateMedia } from '#contract/channels/calls.ts';
import type { FlowKindDeclaration } from '#contract/flows/kind.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import type { OutgoingFile, StoredTemplate } from '#server/channels/port.ts';
/** A provider's template as last read, of a channel for which a sender has templates. */
export type KnownTemplate = Pick<ChannelTemplate, 'name' | 'language' | 'body' | 'media' | 'buttons' | 'status'> & Partial<Pick<StoredTemplate, 'category' | 'providerId'>> & {
    channelId: ChannelId;
};
/**
 * A chosen template that cannot be sent now: its status at the provider, and the media it needs and the text does not
 * have.
 */
export type BarredTemplate = Pick<TextTemplate, 'channelId' | 'name' | 'language'> & {
    status: string;
    missingMedia: TemplateMedia | null;
};
/** The picture or document of a text, as templates need it. */
export type Attachment = Pick<OutgoingFile, 'mime'> | null;
/**
 * Returns those of the chosen templates that the provider would refuse now. A channel whose templates were never read
 * has none.
 */
export declare function barredTemplates(chosen: readonly TextTemplate[], known: readonly KnownTemplate[], attachment: Attachment): BarredTemplate[];
export declare function usableTemplates(chosen: readonly TextTemplate[], barred: readonly BarredTemplate[]): TextTemplate[];
/** The first media header that a template of some channels needs and the text does not have. */
export declare function missingMedia(barred: readonly BarredTemplate[], channelIds: readonly ChannelId[]): TemplateMedia | null;
/**
 * Proposes templates for a new text: for each channel the only approved template whose name fits, in each of its
 * languages, if it needs no picture, because a new text has none. The owner sees it in the editor before any message
 * is sent.
 * @param usual the name, compared in lower case, and the values of parameters in their order
 */
export declare function proposedTemplates(usual: FlowKindDeclaration['template'], channelId: ChannelId, known: readonly Pick<ChannelTemplate, 'name' | 'language' | 'status' | 'media' | 'isFillable' | 'parameterCount'>[]): TextTemplate[];
