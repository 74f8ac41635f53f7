type Filling = Record<'linkId' | 'pageId' | 'messageId' | 'contactId' | 'channelId' | 'mark' | 'at', string>;

/** A row for each table of links. */
export const linkRows = ({ linkId, pageId, messageId, contactId, channelId, mark, at }: Filling) => ({
  link_prefixes: { prefix: mark },
  short_links: {
    id: linkId,
    code: mark,
    title: mark,
    target: `https://salon.example/${mark}`,
    created_at: at,
    updated_at: at,
  },
  qr_pages: {
    id: pageId,
    code: `${mark}-page`,
    title: mark,
    heading: mark,
    note: mark,
    channel_ids: [channelId],
    greeting: mark,
    created_at: at,
    updated_at: at,
  },
  message_links: {
    code: `${mark}-own`,
    message_id: messageId,
    target: `https://salon.example/${mark}`,
    created_at: at,
  },
  link_clicks: {
    code: mark,
    verdict: 'click',
    hour: at,
    visitor: mark,
    times: 1,
    at,
    source: mark,
    device: 'phone',
    message_id: messageId,
    contact_id: contactId,
  },
});
