import { useEffect } from 'react';
import { clientConfig } from '#web/lib/api/config.ts';
import { chatScriptUrl } from '#web/lib/pages/content-security.ts';
import { useSession } from '#web/lib/api/session.ts';

/** Settings the support chat's script reads on start: the site's token, the member, and its position. */
type SupportChatSettings = {
  token: string;
  user: { id: string; email: string; phone: string | null; paymentsUrl: string };
  position: { desktop: Record<string, string>; mobile: Record<string, string> };
};

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Window {
    supportChatSettings?: SupportChatSettings;
  }
}

/** From the specification, section 2. */
const POSITION = {
  desktop: { right: '100px', bottom: '80px' },
  mobile: { maxWidth: '18rem', maxHeight: '500px', right: '10px' },
};

export const hasSupportChat = (): boolean => Boolean(clientConfig()?.support.chatWidget);

/** Loads the operator's support chat for people who are signed in, where one is configured. */
export function SupportChat() {
  const session = useSession();
  const widget = clientConfig()?.support.chatWidget;
  const id = session.isAuthenticated ? session.userId : null;
  const email = session.isAuthenticated ? session.currentUserEmail : '';
  const phone = session.isAuthenticated ? session.currentUserPhoneNumber : null;
  useEffect(() => {
    if (!widget || !id) return;
    const paymentsUrl = `${location.origin}/admin/pays?userId=${id}`;
    window.supportChatSettings = { token: widget.token, user: { id, email, phone, paymentsUrl }, position: POSITION };
    const script = document.createElement('script');
    script.src = chatScriptUrl(widget.scriptUrl);
    script.async = true;
    document.head.append(script);
    return () => script.remove();
  }, [widget, id, email, phone]);
  return null;
}
