import * as contract from '#contract/templates/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeMessageTemplate, createTemplateDraft, deleteTemplateDraft, saveTemplateDraft } from './draft-actions.ts';
import {
  getMessageTemplate,
  listMessageTemplates,
  listTemplateDrafts,
  requireDraft,
  shownDraft,
  type TemplateServices,
} from './reads.ts';
import { deleteMessageTemplate, submitTemplateDraft } from './submitting-actions.ts';

export function serveTemplates(serve: Serve, given: TemplateServices): void {
  serve.inTenant(contract.listMessageTemplates, (scope, { query }) =>
    listMessageTemplates({ ...scope, ...given }, query),
  );
  serve.inTenant(contract.getMessageTemplate, (scope, { params, query }) =>
    getMessageTemplate({ ...scope, ...given }, { ...params, ...query }),
  );
  serve(contract.deleteMessageTemplate, async (ctx, { params }) => {
    await deleteMessageTemplate({ ...ctx, ...given }, params);
    return {};
  });
  serve.inTenant(contract.changeMessageTemplate, (scope, { params, body }) =>
    changeMessageTemplate({ ...scope, ...given }, { ...params, ...body }),
  );
  serve.inTenant(contract.listTemplateDrafts, (scope) => listTemplateDrafts(scope));
  serve.inTenant(contract.getTemplateDraft, async (scope, { params }) =>
    shownDraft(await requireDraft(scope, params.draftId)),
  );
  serve.inTenant(contract.createTemplateDraft, (scope, { body }) => createTemplateDraft(scope, body));
  serve.inTenant(contract.saveTemplateDraft, (scope, { params, body }) =>
    saveTemplateDraft(scope, params.draftId, body),
  );
  serve.inTenant(contract.deleteTemplateDraft, async (scope, { params }) => {
    await deleteTemplateDraft(scope, params.draftId);
    return {};
  });
  serve(contract.submitTemplateDraft, (ctx, { params }) => submitTemplateDraft({ ...ctx, ...given }, params.draftId));
}
