/** The nonce of this page's computed style sheets; empty where the page came without a policy, in development. */
export const styleNonce =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

type Policy = { createScriptURL(url: string): string };
type Rules = { createHTML?: (text: string) => string; createScriptURL?: (url: string) => string };
type PolicyFactory = { createPolicy(name: string, rules: Rules): Policy };

// NOTE: TypeScript's library does not know Trusted Types; Firefox of before 2026 does not have them.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

/**
 * Lets libraries set the text of style sheets, which browsers treat like markup. Text that could be markup is refused:
 * nothing of ours writes any.
 */
export function guardMarkup(): void {
  factory?.createPolicy('default', { createHTML: refuseMarkup });
  // The library that locks scrolling behind dialogs reads the nonce of its style sheet here; Zod reads here that it must
  // not try to compile functions, which the policy stops.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce, __zod_globalConfig: { jitless: true } });
}

/** @throws {TypeError} when the text could be markup */
export function refuseMarkup(text: string): string {
  if (text.includes('<')) throw new TypeError('Text is not written as markup');
  return text;
}

let chatPolicy: Policy | undefined;

/** The address of the operator's support chat, for its script element. */
export function chatScriptUrl(url: string): string {
  chatPolicy ??= factory?.createPolicy('support-chat', { createScriptURL: (address) => address });
  return chatPolicy?.createScriptURL(url) ?? url;
}
