import * as consents from '#contract/contacts/consents.ts';
import * as contract from '#contract/contacts/calls.ts';
import * as optOuts from '#contract/contacts/opt-outs.ts';
import {
  changeSubscriberTags as changeSubscriberTagsCall,
  listSubscribers as listSubscribersCall,
} from '#contract/contacts/subscribers.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeTags as changeTagsCall, listTags as listTagsCall } from '#contract/contacts/tags.ts';
import { recordConsent, withdrawConsent } from './opt-outs/consent-actions.ts';
import { optOutContact, updateContact } from './book/card-actions.ts';
import { addOptOuts, changeOptOut, describeOptOuts, liftOptOuts, restoreOptOuts } from './opt-outs/opt-out-actions.ts';
import { changeSubscriberTags, describeSubscribers } from './tags/subscriber-actions.ts';
import { changeTags, tagsInUse } from './tags/tag-actions.ts';

export function serveContacts(serve: Serve): void {
  serve.inTenant(contract.updateContact, (scope, { params, body }) => updateContact(scope, params.contactId, body));
  serve.inTenant(contract.optOutContact, (scope, { params, body }) => optOutContact(scope, params.contactId, body));
  serve.inTenant(consents.recordConsent, async (scope, { params, body }) => {
    await recordConsent(scope, params.contactId, body);
    return {};
  });
  serve.inTenant(consents.withdrawConsent, async (scope, { params, body }) => {
    await withdrawConsent(scope, params.contactId, body);
    return {};
  });
  serve.inTenant(listTagsCall, async (scope) => ({ tags: await tagsInUse(scope) }));
  serve.inTenant(changeTagsCall, (scope, { body }) => changeTags(scope, body));
  serve.inTenant(listSubscribersCall, (scope, { query }) => describeSubscribers(scope, query));
  serve.inTenant(changeSubscriberTagsCall, (scope, { body }) => changeSubscriberTags(scope, body));
  serve.inTenant(optOuts.listOptOuts, (scope, { query }) => describeOptOuts(scope, query));
  serve.inTenant(optOuts.addOptOuts, (scope, { body }) => addOptOuts(scope, body));
  serve.inTenant(optOuts.changeOptOut, async (scope, { params, body }) => {
    await changeOptOut(scope, params.optOutId, body);
    return {};
  });
  serve.inTenant(optOuts.liftOptOuts, async (scope, { body }) => ({
    lifted: await liftOptOuts(scope, body.optOutIds),
  }));
  serve.inTenant(optOuts.restoreOptOuts, async (scope, { body }) => ({
    restored: await restoreOptOuts(scope, body.optOutIds),
  }));
}
