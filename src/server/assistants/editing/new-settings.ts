import { AssistantSettings } from '#contract/assistants/settings.ts';
import type { AssistantTrade } from '#contract/assistants/values.ts';
import type { Language } from '#contract/primitives.ts';
import { findAccount } from '#server/assistants/plugins/clinic/account-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { usualModel } from '#server/models/reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getTenant } from '#server/tenants/actions.ts';

/** The settings of a new assistant: it hands unhappy clients to a person, and books where a booking system is connected. */
export async function newSettings(
  scope: ActionScope,
  trade: AssistantTrade | null,
  language: Language,
): Promise<AssistantSettings> {
  const kinds = (await listBranches(scope)).map(({ connectionKind }) => connectionKind);
  const handoff = {
    when: text(language, 'handoff.when'),
    answer: text(language, 'reply.handed_over'),
    notice: text(language, 'handoff.notice'),
  };
  return AssistantSettings.parse({
    model: usualModel(scope.config, (await getTenant(scope)).brand)?.choice,
    instruction: trade ? text(language, `instruction.${trade}`) : '',
    plugins: {
      human_handoff: { notices: [handoff] },
      yclients_salon: kinds.includes('yclients') ? {} : null,
      altegio_salon: kinds.includes('altegio') ? {} : null,
      medflex: kinds.includes('medflex') || (await findAccount(scope)) ? {} : null,
    },
  });
}
