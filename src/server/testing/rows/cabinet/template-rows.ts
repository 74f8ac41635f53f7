type Ids = Record<'draftId' | 'channelId' | 'mark', string>;

/** A row of each table of templates, without the tenant. */
export function templateRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { draftId, channelId, mark } = ids;
  const at = ids.at.toString();
  const named = { channel_id: channelId, name: mark };
  return {
    channel_templates: {
      ...named,
      language: 'ru',
      status: 'approved',
      category: 'UTILITY',
      content: JSON.stringify({ body: mark, parameterCount: 0, media: null, isFillable: true, buttons: [] }),
      synced_at: at,
    },
    template_drafts: {
      ...named,
      id: draftId,
      language: 'ru',
      category: 'utility',
      parts: JSON.stringify({ body: mark }),
      is_change: false,
      created_at: at,
      updated_at: at,
    },
    template_deletions: { ...named, deleted_at: at },
    template_edits: { ...named, language: 'ru', edited_at: at },
  };
}
