import type { TenantScope } from '#server/platform/database/db.ts';
import type { TemplateUseRow } from '#server/templates/port.ts';
import { findSettings } from './settings-queries.ts';

/** Lists the templates of some names that offers of freed slots take. */
export async function listTemplatesOfWaitlist(scope: TenantScope, names: readonly string[]): Promise<TemplateUseRow[]> {
  const stored = await findSettings(scope);
  if (!stored) return [];
  const { isOn, content } = stored.settings;
  const taken = content.templates.filter(({ name }) => names.includes(name));
  return taken.map((template) => {
    const status = isOn ? 'working' : 'pause';
    return { kind: 'waitlist', id: null, title: '', status, isToOwner: false, visit: null, ...template };
  });
}
