import { z } from 'zod';
import type { Credentials, TemplateOrder, TemplateOutcome, TemplateWriting } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions, type TwilioResult } from './api.ts';

/** Makes contents and submits them to WhatsApp. A submitted content cannot be changed: a new one is made. */
export function writeTemplates(options: TwilioOptions): TemplateWriting {
  const remove = (credentials: Credentials, sid: string) =>
    callTwilio(options, credentials, {
      method: 'DELETE',
      api: 'content',
      path: `/v1/Content/${encodeURIComponent(sid)}`,
    });
  return {
    async create(credentials, template) {
      const json = contentOf(template);
      const made = await callTwilio(options, credentials, {
        method: 'POST',
        api: 'content',
        path: '/v1/Content',
        json,
      });
      if (made.kind !== 'ok') return failureOf(made);
      const content = z.object({ sid: z.string().regex(/^HX\w+$/) }).safeParse(made.json);
      if (!content.success) return { kind: 'unanswered', text: 'The answer names no content' };
      const { sid } = content.data;
      const path = `/v1/Content/${sid}/ApprovalRequests/whatsapp`;
      const approval = { name: template.name, category: template.category.toUpperCase() };
      const submitted = await callTwilio(options, credentials, {
        method: 'POST',
        api: 'content',
        path,
        json: approval,
      });
      if (submitted.kind === 'ok') return { kind: 'done', id: sid, status: 'pending' };
      // A content that was not submitted is of no use; the next attempt makes another.
      if (submitted.kind === 'refused') await remove(credentials, sid);
      return failureOf(submitted);
    },
    async delete(credentials, _name, ids) {
      for (const sid of ids) {
        const removed = await remove(credentials, sid);
        const isGone = removed.kind === 'refused' && removed.status === 404;
        if (removed.kind !== 'ok' && !isGone) return failureOf(removed);
      }
      return { kind: 'done', id: null, status: null };
    },
  };
}

function failureOf(result: Exclude<TwilioResult, { kind: 'ok' }>): TemplateOutcome {
  if (result.kind === 'refused') return { kind: 'refused', text: result.text || `HTTP ${result.status}` };
  return { kind: 'unanswered', text: result.kind === 'strange' ? `HTTP ${result.status}` : result.reason };
}

/** The type is the simplest that has all parts; payloads of answers are the variables after those of the body. */
function contentOf({ name, language, header, body, examples, footer, buttons }: TemplateOrder) {
  const heading = header?.type === 'text' ? header.text : null;
  const actions = buttons.map((button, index) => {
    if (button.type === 'url') return { type: 'URL', title: button.title, url: button.url };
    if (button.type === 'call') return { type: 'PHONE_NUMBER', title: button.title, phone: button.phone };
    return { type: 'QUICK_REPLY', title: button.title, id: `{{${examples.length + index + 1}}}` };
  });
  const payloads = actions.flatMap((action, index) =>
    action.type === 'QUICK_REPLY' ? [[String(examples.length + index + 1), `button_${index + 1}`]] : [],
  );
  const variables = Object.fromEntries([...examples.map((example, n) => [String(n + 1), example]), ...payloads]);
  const parts = {
    body,
    ...(heading !== null && { header_text: heading }),
    ...(footer.trim() !== '' && { footer }),
    ...(actions.length > 0 && { actions }),
  };
  return { friendly_name: name, language, variables, types: { [typeOf(parts, buttons)]: parts } };
}

function typeOf(parts: Record<string, unknown>, buttons: TemplateOrder['buttons']): string {
  const answers = buttons.filter(({ type }) => type === 'answer').length;
  const isMixed = answers > 0 && answers < buttons.length;
  if ('header_text' in parts || 'footer' in parts || isMixed) return 'whatsapp/card';
  if (buttons.length === 0) return 'twilio/text';
  return answers > 0 ? 'twilio/quick-reply' : 'twilio/call-to-action';
}
