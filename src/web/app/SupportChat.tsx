import { useEffect } from 'react';
import { useConfig } from '#web/lib/config.ts';
import { useSession } from '#web/lib/session.ts';

/** What the chat's script reads when it starts: the site's token, who is writing, and where it may stand. */
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

/** Loads the operator's support chat for people who are signed in, where one is configured. */
export function SupportChat() {
  const session = useSession();
  const widget = useConfig()?.support.chatWidget;
  useEffect(() => {
    if (!widget || !session.isAuthenticated) return;
    window.supportChatSettings = {
      token: widget.token,
      user: {
        id: session.userId,
        email: session.currentUserEmail,
        phone: session.currentUserPhoneNumber,
        paymentsUrl: `${location.origin}/admin/pays?userId=${session.userId}`,
      },
      position: POSITION,
    };
    const script = document.createElement('script');
    script.src = widget.scriptUrl;
    script.async = true;
    document.head.append(script);
    return () => script.remove();
  }, [widget, session]);
  return null;
}
