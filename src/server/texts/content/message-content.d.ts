import type { OutgoingMessage, TemplateHeader } from '#server/channels/port.ts';
/** The content of a message, before it is adapted to a channel. */
export type MessageContent = {
    text: string;
    image: OutgoingMessage['image'];
    file?: OutgoingMessage['file'];
    buttons: ContentButton[];
    /** For channels whose messaging window is closed; by channel id. */
    templates: ContentTemplate[];
    /** Its links leave as short ones of the recipient's own. */
    shortensLinks?: true;
    /** A person chose a template: it is sent also where free text is allowed. */
    asTemplate?: true;
    /** The template the message was sent by, if any: the log shows its header. */
    leftBy?: Pick<ContentTemplate, 'name' | 'language' | 'header'> | null;
};
export type ContentTemplate = {
    channelId: string;
    /** The provider's id, where it has one. */
    id?: string;
    name: string;
    language: string;
    /** The message's picture or document, where the template has a header for it. */
    header?: TemplateHeader;
    parameters: string[];
    /** The template's text with its parameters, where the provider's text is known: shown in the log. */
    text?: string;
    /** Positions of its quick replies among its buttons, where known; further answers are left out. */
    answerIndexes?: number[];
};
export type ContentButton = {
    type: 'answer';
    title: string;
    id: string;
} | {
    type: 'url';
    title: string;
    url: string;
} | {
    type: 'call';
    title: string;
    phone: string;
}
/** Requests a Telegram user's phone number. */
 | {
    type: 'share_phone';
    title: string;
};
