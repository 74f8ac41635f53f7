import type { SourceProvider } from '#server/connections/port.ts';
import { listAccounts, missingRights, signIn } from './accounts.ts';
import { type ChatwootOptions, talkPath } from './api-client.ts';
import { channelCredentials, listInboxes, makeInbox, setBot } from './inboxes.ts';
import { addMessage } from './messages.ts';
import { readPayload } from './payloads.ts';
import { CHATWOOT_SIGNATURE } from './signature.ts';
import { findMessage, listChangedTalks, listTalkMessages, openTalk, setMessageStatus, setTalkState } from './talks.ts';
import { subscribe, unsubscribe } from './webhooks.ts';

/** Chatwoot with all its capabilities. */
export type Chatwoot = SourceProvider & Required<Pick<SourceProvider, 'talks' | 'signature' | 'missingRights'>>;

/** Chatwoot, in the cloud or self-hosted. Credentials are its address and the access token of a user. */
export function createChatwoot(options: ChatwootOptions): Chatwoot {
  return {
    kind: 'chatwoot',
    signIn: (requester, given) => signIn(options, requester, given),
    listBranches: (caller) => listAccounts(options, caller),
    async getBranch(caller, branchId) {
      const accounts = await listAccounts(options, caller);
      if (!accounts.isOk) return accounts;
      return { isOk: true, value: accounts.value.find(({ externalId }) => externalId === branchId) ?? null };
    },
    missingRights: (caller, branchId) => missingRights(options, { ...caller, branchExternalId: branchId }),
    subscribe: (caller, branchId, webhook) => subscribe(options, { ...caller, branchExternalId: branchId }, webhook),
    unsubscribe: (caller, branchId, webhook) =>
      unsubscribe(options, { ...caller, branchExternalId: branchId }, webhook),
    signature: CHATWOOT_SIGNATURE,
    talks: {
      listInboxes: (caller) => listInboxes(options, caller),
      makeInbox: (caller, inbox) => makeInbox(options, caller, inbox),
      setBot: (caller, inboxId, isOwn) => setBot(options, caller, inboxId, isOwn),
      channelCredentials: (caller, inboxId) => channelCredentials(options, caller, inboxId),
      listChangedTalks: (caller, changedAfter, page) => listChangedTalks(options, caller, changedAfter, page),
      listTalkMessages: (caller, talkId, afterId) => listTalkMessages(options, caller, talkId, afterId),
      readPayload,
      openTalk: (caller, wanted) => openTalk(options, caller, wanted),
      addMessage: (caller, message) => addMessage(options, caller, message),
      findMessage: (caller, talkId, reference) => findMessage(options, caller, talkId, reference),
      setMessageStatus: (caller, talkId, messageId, { status, error }) =>
        setMessageStatus(options, caller, { talkId, messageId }, { status, error }),
      setTalkState: (caller, talkId, state) => setTalkState(options, caller, talkId, state),
      talkUrl: (caller, talkId) =>
        `${caller.credentials['baseUrl'] ?? options.baseUrl}${talkPath(caller, talkId).replace('/api/v1/', '/app/')}`,
    },
  };
}
